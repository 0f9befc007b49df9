import {describe, expect, test} from 'vitest'
import {testConversation, transcriptRecord} from '../../../test/support/conversation/test-conversation.ts'
import {Narrator} from '../../describe/index.ts'

const at = (second: number): object => ({timestamp: `2026-01-01T00:00:0${second}.000Z`})
const words = (name: string, args: string): string =>
  `<command-name>${name}</command-name>\n<command-message>${name.slice(1)}</command-message>\n<command-args>${args}</command-args>`
/** A command as 2.1.203 writes it when it is given. */
const given = (uuid: string, second: number, name = '/compact', args = '') =>
  transcriptRecord('system', uuid, null, {
    subtype: 'local_command',
    content: words(name, args),
    ...at(second),
  })
/** The same as all versions write it after the boundary. */
const repeated = (uuid: string, second: number, args = '') =>
  transcriptRecord('user', uuid, null, {
    message: {role: 'user', content: words('/compact', args)},
    ...at(second),
  })
const boundary = (uuid: string, second: number) =>
  transcriptRecord('system', uuid, null, {
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    ...at(second),
  })
const output = (uuid: string, second: number) =>
  transcriptRecord('user', uuid, null, {
    message: {role: 'user', content: '<local-command-stdout>Compacted</local-command-stdout>'},
    ...at(second),
  })

/** The commands of a conversation, each with its output. */
function commandsOf(records: readonly object[]): readonly string[] {
  const conversation = testConversation()
  conversation.add(records)
  const [session] = conversation.state.sessions.values()
  const items = session?.turns.flatMap((turn) => turn.items) ?? []
  return items.flatMap((item) =>
    item.kind === 'command' ? [`${item.name} ${item.args}: ${item.output?.stdout}`] : [],
  )
}

describe('a command', () => {
  test('that is written again after its compaction is one command', () => {
    expect(commandsOf([given('1', 1), boundary('2', 3), repeated('3', 1), output('4', 3)])).toEqual([
      '/compact : Compacted',
    ])
    // The same form twice, with the same time.
    expect(commandsOf([repeated('1', 1), boundary('2', 3), repeated('3', 1), output('4', 3)])).toHaveLength(1)
    // Both forms one after the other, without a boundary.
    expect(commandsOf([given('1', 1), repeated('3', 1), output('4', 3)])).toHaveLength(1)
  })
  test('that is given twice is two commands', () => {
    const once = [given('1', 1), boundary('2', 3), repeated('3', 1), output('4', 3)]
    const again = [given('5', 5), boundary('6', 7), repeated('7', 5), output('8', 7)]
    expect(commandsOf([...once, ...again])).toEqual(['/compact : Compacted', '/compact : Compacted'])
    expect(commandsOf([boundary('1', 2), repeated('2', 1), boundary('3', 5), repeated('4', 4)])).toHaveLength(
      2,
    )
    expect(commandsOf([given('1', 1), given('2', 2)])).toHaveLength(2)
    // A later time than that of the compaction: it was given after it.
    expect(commandsOf([given('1', 1), boundary('2', 3), repeated('3', 4)])).toHaveLength(2)
    expect(commandsOf([given('1', 1), boundary('2', 3), repeated('3', 1, 'keep the names')])).toHaveLength(2)
  })
  test('is printed once, with its output', () => {
    const narrator = new Narrator({depth: 'tool', pair: true, thinking: true, heading: {}})
    const conversation = testConversation({keep: 'open'})
    const records = [given('1', 1), boundary('2', 3), repeated('3', 1), output('4', 3)]
    const printed = records.flatMap((record) => narrator.apply(conversation.add([record])))
    const commands = [...printed, ...narrator.finish()].filter(({title}) => title.includes('/compact'))
    expect(commands.map(({answered}) => JSON.stringify(answered).includes('Compacted'))).toEqual([true])
  })
})
