import {expectTypeOf, test} from 'vitest'
import type {Agent, Conversation, Session, Turn} from '../../src/conversation/index.ts'
import * as library from '../../src/index.ts'
import {foldFiles, recording} from '../support/conversation/recordings.ts'

/** What a value would need so that someone could change it: a field that can be set, or a method that writes. */
type Writer =
  | 'set'
  | 'delete'
  | 'clear'
  | 'add'
  | 'push'
  | 'pop'
  | 'shift'
  | 'unshift'
  | 'splice'
  | 'sort'
  | 'reverse'
  | 'fill'

type IsEqual<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** The names of the fields of a type that can be set. */
type Settable<T> = {
  [Key in keyof T]-?: IsEqual<{[K in Key]: T[Key]}, {-readonly [K in Key]: T[Key]}> extends true ? Key : never
}[keyof T]

/** Every way in which a value, or anything that can be reached from it in a few steps, can be changed. */
type Changes<T, Steps extends readonly unknown[] = [1, 1, 1, 1, 1, 1]> = Steps extends readonly [
  unknown,
  ...infer Rest,
]
  ? T extends string | number | boolean | undefined | null | ((...given: never) => unknown)
    ? never
    : T extends ReadonlyMap<unknown, infer Value>
      ? Extract<keyof T, Writer> | Changes<Value, Rest>
      : T extends ReadonlySet<infer Value>
        ? Extract<keyof T, Writer> | Changes<Value, Rest>
        : T extends readonly (infer Value)[]
          ? Extract<keyof T, Writer> | Changes<Value, Rest>
          : T extends object
            ? Settable<T> | {[Key in keyof T]-?: Changes<T[Key], Rest>}[keyof T]
            : never
  : never

test('nothing that a conversation shows can be changed', () => {
  expectTypeOf<Changes<Session>>().toBeNever()
  expectTypeOf<Changes<Turn>>().toBeNever()
  expectTypeOf<Changes<Agent>>().toBeNever()
  expectTypeOf<Changes<Conversation['sessions']>>().toBeNever()
  expectTypeOf<Changes<Conversation['responses']>>().toBeNever()
  expectTypeOf<Changes<Conversation['runCounts']>>().toBeNever()
  expectTypeOf<Changes<ReturnType<Conversation['branches']>>>().toBeNever()
  expectTypeOf<Changes<ReturnType<Conversation['strays']>>>().toBeNever()
  expectTypeOf<Changes<ReturnType<Conversation['spendingBySession']>>>().toBeNever()
  expectTypeOf<Changes<ReturnType<Conversation['costs']>>>().toBeNever()
  expectTypeOf<Changes<ReturnType<Conversation['add']>>>().toBeNever()
})

test('the test above finds what can be changed', () => {
  expectTypeOf<Changes<{readonly known: Map<string, number>}>>().toEqualTypeOf<'set' | 'delete' | 'clear'>()
  expectTypeOf<Changes<{readonly list: readonly {title: string}[]}>>().toEqualTypeOf<'title'>()
})

test('only the methods that take lines change a conversation', () => {
  expectTypeOf<keyof Conversation>().toEqualTypeOf<
    | 'begin'
    | 'add'
    | 'end'
    | 'pass'
    | 'subscribe'
    | 'sessions'
    | 'substantialSessions'
    | 'runCounts'
    | 'responses'
    | 'strays'
    | 'spending'
    | 'spendingBySession'
    | 'costs'
    | 'responsePrices'
    | 'turnPricer'
    | 'branches'
    | 'slices'
    | 'agentOfRecord'
    | 'sessionOfSource'
    | 'document'
  >()
  expectTypeOf(library).not.toHaveProperty('foldLine')
  const conversation = foldFiles(recording('2.1.325/parallel').streams)
  // @ts-expect-error: a view has no method that writes.
  expectTypeOf(conversation.sessions.clear).toBeAny()
})
