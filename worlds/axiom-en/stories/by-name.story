# A question that is named by its words, or by its block, is not the one that is open

> First name: Ada, last name: Byron, e-mail: ada@example.org
> formal
! START_BLOC_1
> A
> A
> a small pride
% answer table_place

> about the second question, B
~ guest.threshold = try
% answer table_place

> for question 2 of the first block, C
~ guest.threshold = read
% answer table_place

> block 1, question 1: C
~ guest.spark = help
% answer table_place

> for the working day, B
~ guest.spark = team
% answer table_place

> for question 1 of block 9, B
~ refused not-understood
% answer table_place

> hold on
% answer table_place

> for me, B
~ guest.table_place = ear
