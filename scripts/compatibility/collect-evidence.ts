import {wireType} from '../../src/dialects/dialect.ts'
import {readBlocks} from '../../src/dialects/shared/read-blocks.ts'
import {asObject, isList, object, text, texts} from '../../src/model/fields.ts'
import type {JsonObject, JsonValue} from '../../src/model/index.ts'
import {isJsonObject} from '../../src/model/index.ts'
import {addToSet} from '../../src/model/maps.ts'
import type {FieldValue} from './field-paths.ts'
import {jsonType, listFields} from './field-paths.ts'
import {comparedWords, isFieldRead, isFieldReadInstead} from './field-use.ts'
import type {RecordedRecord} from './read-recordings.ts'
import type {Sightings} from './sightings.ts'
import {note} from './sightings.ts'

/** Everything that the recordings contain. Names of parts have the name of their whole and a space before them. */
export interface Evidence {
  /** `stream-json system/init`, with the kinds of its messages. */
  readonly types: Sightings
  /** `stream-json system/init`, but one name for all attachments, results, … */
  readonly groups: Sightings
  /** `stream-json system/init claude_code_version`, with the JSON types of its values. */
  readonly fields: Sightings
  /** Those of the fields that change a message. */
  readonly readFields: ReadonlySet<string>
  /** `file`, with the kinds of its messages. */
  readonly attachments: Sightings
  readonly attachmentFields: Sightings
  /** `tool_use`, with the type of its block in the model. */
  readonly blocks: Sightings
  /** What contains a block: `assistant`, `tool_result`. */
  readonly blockPlaces: ReadonlyMap<string, ReadonlySet<string>>
  readonly blockFields: Sightings
  /** Tools that `system/init` lists. */
  readonly offeredTools: Sightings
  /** Tools that were called and that the client has. */
  readonly calledTools: Sightings
  /** Tools that were called although the client does not have them. */
  readonly refusedTools: Sightings
  /** The fields of `toolUseResult` and `tool_use_result`. */
  readonly toolOutputs: Sightings
}

/** Types whose subtypes have fields of their own; those of the others have the same ones. */
const isSplitBySubtype = (type: string): boolean => /^(system|control_request|control_response)\//.test(type)

/** The name under which the fields of a type are listed. */
export const fieldGroup = (type: string): string =>
  isSplitBySubtype(type) ? type : (type.split('/')[0] ?? type)

/** Looks through all records once. */
export function collectEvidence(records: readonly RecordedRecord[]): Evidence {
  const types: Sightings = new Map()
  const groups: Sightings = new Map()
  const fields: Sightings = new Map()
  const attachments: Sightings = new Map()
  const attachmentFields: Sightings = new Map()
  const offeredTools: Sightings = new Map()
  for (const recorded of records) {
    const {record, dialect, messages} = recorded
    const type = wireType(record)
    const kinds = messages.map(({kind}) => kind)
    const group = `${dialect} ${fieldGroup(type)}`
    note(types, `${dialect} ${type}`, recorded, ...kinds)
    note(groups, group, recorded)
    for (const field of listFields(record)) {
      const name = `${group} ${field.path}`
      note(fields, name, recorded, jsonType(field.value))
    }
    const attachment = object(record, 'attachment')
    if (attachment) {
      const name = text(attachment, 'type') ?? ''
      note(attachments, name, recorded, ...kinds)
      for (const key of Object.keys(attachment))
        if (key !== 'type') note(attachmentFields, `${name} ${key}`, recorded)
    }
    if (type === 'system/init')
      for (const tool of new Set(texts(record, 'tools').map(toolName))) note(offeredTools, tool, recorded)
  }
  return {
    types,
    groups,
    fields,
    readFields: collectReadFields(records),
    attachments,
    attachmentFields,
    offeredTools,
    ...collectBlocks(records),
    ...collectCalls(records),
  }
}

/** On how many records of a version the costly tries are made: each word as a value, and each other field empty. */
const maxTries = {words: 5, others: 1}

/** The fields that change a message of any record. */
function collectReadFields(records: readonly RecordedRecord[]): ReadonlySet<string> {
  const readFields = new Set<string>()
  const eachField = (
    isRead: (record: JsonObject, field: FieldValue, tries: number, group: string) => boolean,
  ): void => {
    const tries = new Map<string, number>()
    for (const {record, dialect, version} of records) {
      const group = `${dialect} ${fieldGroup(wireType(record))}`
      for (const field of listFields(record)) {
        const name = `${group} ${field.path}`
        if (readFields.has(name)) continue
        const count = (tries.get(`${version} ${name}`) ?? 0) + 1
        tries.set(`${version} ${name}`, count)
        if (isRead(record, field, count, group)) readFields.add(name)
      }
    }
  }
  eachField((record, field, tries) =>
    isFieldRead(record, field, tries <= maxTries.words ? comparedWords : []),
  )
  const readAlone = new Set(readFields)
  eachField((record, field, tries, group) => {
    if (tries > maxTries.others) return false
    const others = listFields(record).filter(({path}) => readAlone.has(`${group} ${path}`))
    return isFieldReadInstead(record, field, others, comparedWords)
  })
  return readFields
}

/** A block and what contains it. */
interface PlacedBlock {
  readonly block: JsonObject
  readonly place: string
}

/** The blocks of a message, and the blocks in its results. */
function listBlocks(content: JsonValue | undefined, place: string): readonly PlacedBlock[] {
  if (!isList(content)) return []
  return content
    .filter(isJsonObject)
    .flatMap((block) => [{block, place}, ...listBlocks(block['content'], text(block, 'type') ?? '')])
}

/** The content that a record of the conversation has; logged API requests repeat it. */
function blocksOf({record}: RecordedRecord): readonly PlacedBlock[] {
  const type = text(record, 'type') ?? ''
  return type === 'assistant' || type === 'user'
    ? listBlocks(object(record, 'message')?.['content'], type)
    : []
}

function collectBlocks(
  records: readonly RecordedRecord[],
): Pick<Evidence, 'blocks' | 'blockPlaces' | 'blockFields'> {
  const blocks: Sightings = new Map()
  const blockPlaces = new Map<string, Set<string>>()
  const blockFields: Sightings = new Map()
  for (const recorded of records)
    for (const {block, place} of blocksOf(recorded)) {
      const type = text(block, 'type') ?? ''
      note(blocks, type, recorded, ...readBlocks([block]).map((read) => read.type))
      addToSet(blockPlaces, type, place)
      for (const key of Object.keys(block)) if (key !== 'type') note(blockFields, `${type} ${key}`, recorded)
    }
  return {blocks, blockPlaces, blockFields}
}

/** The tools of MCP servers are one: their names are those of the servers that happened to run. */
const toolName = (name: string): string => (name.startsWith('mcp__') ? 'mcp__<server>__<tool>' : name)

/** The API's answers were scripted, so calls may name tools that a client does not have; it answers so. */
const isRefused = (block: JsonObject): boolean =>
  block['is_error'] === true && JSON.stringify(block['content'] ?? null).includes('No such tool available')

function collectCalls(
  records: readonly RecordedRecord[],
): Pick<Evidence, 'calledTools' | 'refusedTools' | 'toolOutputs'> {
  const calledTools: Sightings = new Map()
  const refusedTools: Sightings = new Map()
  const toolOutputs: Sightings = new Map()
  const names = new Map<string, string>()
  for (const recorded of records)
    for (const {block} of blocksOf(recorded))
      if (block['type'] === 'tool_use')
        names.set(`${recorded.version} ${text(block, 'id')}`, toolName(text(block, 'name') ?? ''))
  for (const recorded of records) {
    const results = blocksOf(recorded).filter(({block}) => block['type'] === 'tool_result')
    for (const {block} of results) {
      const name = names.get(`${recorded.version} ${text(block, 'tool_use_id')}`)
      if (name === undefined) continue
      note(isRefused(block) ? refusedTools : calledTools, name, recorded)
      const output = asObject(recorded.record['toolUseResult'] ?? recorded.record['tool_use_result'])
      // The output is on the record, so it belongs to a block only if that is the only one.
      if (results.length === 1)
        for (const key of Object.keys(output ?? {})) note(toolOutputs, `${name} ${key}`, recorded)
    }
  }
  return {calledTools, refusedTools, toolOutputs}
}
