// Makes a JSON Schema of each JSON output from its TypeScript type: prints JSON with the text of each file of docs/schemas.
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {createGenerator} from 'ts-json-schema-generator'

/** @typedef {Record<string, any>} Schema */

/** The type of each output, by the name of its schema. */
const outputs = {
  session: 'SessionJson',
  'search-hit': 'SearchHitJson',
  usage: 'UsageJson',
  'usage-summary': 'UsageSummaryJson',
  reconciliation: 'ReconciliationJson',
  inspection: 'InspectionJson',
  changes: 'ChangesJson',
  'file-session': 'FileSessionJson',
  index: 'IndexJson',
  doctor: 'DoctorJson',
  conversation: 'ConversationDocument',
  page: 'PageJson',
  'export-index': 'ExportIndexJson',
  run: 'RunJson',
  recording: 'RecordingJson',
  'session-list': 'SessionListJson',
  'running-sessions': 'RunningSessionsJson',
  'search-results': 'SearchResultsJson',
  error: 'ErrorJson',
}

const root = fileURLToPath(new URL('..', import.meta.url))
const generator = createGenerator({
  path: join(root, 'src/{json/*,render/json/page-json,sinks/recording,conversation/document/document}.ts'),
  tsconfig: join(root, 'tsconfig.json'),
  // `npm run check` checks them.
  skipTypeCheck: true,
  additionalProperties: false,
  sortProps: false,
})

/** Every object in a schema. @param {unknown} value @returns {Generator<Schema>} */
function* objectsIn(value) {
  if (typeof value !== 'object' || value === null) return
  yield value
  for (const part of Object.values(value)) yield* objectsIn(part)
}

/** The names of instantiated types (`NodeOf<NodeKind>`) give way to the names of the types that stand for them. @param {Schema} schema */
function renameInstances(schema) {
  const references = (/** @type {string} */ name) => `#/definitions/${encodeURIComponent(name)}`
  for (const [name, definition] of Object.entries(schema.definitions)) {
    if (/^\w+$/.test(name)) continue
    const alias = Object.keys(schema.definitions).find(
      (other) => schema.definitions[other].$ref === references(name),
    )
    if (alias === undefined) throw new Error(`${name} needs a name of its own.`)
    schema.definitions[alias] = definition
    delete schema.definitions[name]
    for (const part of objectsIn(schema)) if (part.$ref === references(name)) part.$ref = references(alias)
  }
}

/** Times are strings for TypeScript; their names say that they are times. @param {Schema} schema */
function markTimes(schema) {
  for (const {properties} of objectsIn(schema))
    for (const [name, field] of Object.entries(properties ?? {}))
      if (/(?:^at|At)$/.test(name) && [field.type].flat().includes('string')) field.format = 'date-time'
}

const isCost = (/** @type {string} */ name) =>
  /Cost(?:Usd|Micros)$|^cost|^unpricedTokens$|^isComplete$/.test(name)

/** Inherited fields come first for the generator. A type that inherits its cost has it last in the output. @param {Schema} schema */
function putCostsLast(schema) {
  for (const part of objectsIn(schema)) {
    const fields = Object.entries(part.properties ?? {})
    if (fields[0] === undefined || !isCost(fields[0][0])) continue
    part.properties = Object.fromEntries(
      [false, true].flatMap((last) => fields.filter(([name]) => isCost(name) === last)),
    )
  }
}

const schemas = Object.entries(outputs).map(([name, type]) => {
  const schema = generator.createSchema(type)
  renameInstances(schema)
  markTimes(schema)
  putCostsLast(schema)
  return {file: `docs/schemas/${name}.schema.json`, text: `${JSON.stringify(schema, null, 2)}\n`}
})

process.stdout.write(JSON.stringify(schemas))
