# A question that is named by its number is not the one that is open

> First name: Ada, last name: Byron, e-mail: ada@example.org
> formal
! START_BLOC_1
> A
> A
> a small pride
% answer table_place

> correct question 2: B
~ guest.threshold = try
% answer table_place

> change my answer to question 2: C
~ guest.threshold = read
% answer table_place

> for the first one, C
~ guest.spark = help
% answer table_place

> rather A for the 2nd
~ guest.threshold = watch
% answer table_place

> I want to go back to question 1: A
~ guest.spark = puzzle
% answer table_place

> the second question: D
~ guest.threshold = ask
% answer table_place

> question two: C
~ guest.threshold = read
% answer table_place

> question 2: nonsense
~ refused not-understood
% answer table_place

> I'll go for the second
~ guest.table_place = ear
% answer rest
