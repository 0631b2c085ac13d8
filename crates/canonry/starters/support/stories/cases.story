# Two questions, and the bicycle is late
kind: case
now: 2026-06-10T09:00:00Z

= rental.first_name: Ada
= rental.until: 2026-06-09
= rental.station: Harbour
= rental.closed: false
= triage.spam: false
> Could I keep the bike longer? And where do I return the bike?
~ states OVERDUE
~ intentions EXTEND, WHERE_BACK
~ alert OVERDUE
~ send denied
< …Bring it back to the station Harbour.…
< …the rental ended on 2026-06-09…
---
# On the last day it is not late
kind: case
now: 2026-06-09T20:00:00Z

= rental.until: 2026-06-09
= rental.closed: false
= triage.spam: false
: EXTEND
~ states RUNNING
~ selects EXTEND: wildcard *:EXTEND
~ outcome reply
~ send allowed
---
# It is back: another answer to the same question
kind: case
now: 2026-06-10T09:00:00Z

= rental.until: 2026-06-09
= rental.closed: true
= triage.spam: false
: EXTEND
~ states RETURNED
~ selects EXTEND: exact RETURNED:EXTEND
< …we are glad to start a new one for you.…
---
# A code that nobody knows is not made up
kind: case
now: 2026-06-09T09:00:00Z

= rental.until: 2026-06-12
= rental.closed: false
= triage.spam: false
: LOCK_CODE
~ unanswered LOCK_CODE
~ outcome hand_over
---
# Spam gets no reply
kind: case
now: 2026-06-09T09:00:00Z

= triage.spam: true
= rental.closed: false
= rental.until: 2026-06-12
: EXTEND
~ states SPAM, RUNNING
~ outcome stopped
~ blocked EXTEND
