import {expect, test} from 'vitest'
import {isOneStatement} from './run-sql.ts'

test.each([
  'select 1',
  'select 1;',
  'select 1; ; -- and no more',
  'select 1 /* ; */; /* select 2',
  "select ';', 'it''s; so'",
  'select ";" as "a;b", `c;d`, [e;f] from x',
  'select 1 -- ; select 2',
  "select 'it never ends; select 2",
])('%s is one statement', (query) => expect(isOneStatement(query)).toBe(true))

test.each(['select 1; select 2', 'select 1;;2', "select ';'; drop table file", 'select 1;/* */values (2)'])(
  '%s is more than one',
  (query) => expect(isOneStatement(query)).toBe(false),
)
