import {systemReaders} from '../src/dialects/shared/read-system.ts'
import {ownStreamReaders, sharedStreamReaders} from '../src/dialects/stream-json/readers.ts'
import {ownTranscriptReaders, sharedTranscriptReaders} from '../src/dialects/transcript/readers.ts'
import type {DialectName} from '../src/model/index.ts'
import {groupBy} from '../src/model/maps.ts'
import type {Evidence} from './compatibility/collect-evidence.ts'
import {collectEvidence} from './compatibility/collect-evidence.ts'
import {describeChanges} from './compatibility/describe-changes.ts'
import {describeFields} from './compatibility/describe-fields.ts'
import {
  describeAttachmentTypes,
  describeBlockTypes,
  describeTools,
  linkKinds,
} from './compatibility/describe-parts.ts'
import {code, codes, collapsed, paragraphs, table} from './compatibility/markdown.ts'
import type {RecordedRecord} from './compatibility/read-recordings.ts'
import {readRecordings} from './compatibility/read-recordings.ts'
import type {Sightings} from './compatibility/sightings.ts'
import {note, sortedNames, sortedVersions, totalOf, versionRange} from './compatibility/sightings.ts'

/** The page `docs/compatibility.md`: what the recorded clients write, and what recount does with it. */
export async function describeCompatibility(folder: string): Promise<string> {
  const records = readRecordings(folder)
  const evidence = collectEvidence(records)
  const versions = sortedVersions(records.map(({version}) => version))
  const page = paragraphs(
    '# Compatibility',
    `Which records, tools and fields each recorded version of Claude Code writes, and what recount does with them. If you read Claude Code's output with a program of your own, this page says what to expect.`,
    `\`npm run approve\` makes this page from the ${formatCount(records.length)} records in [\`test/recordings\`](../test/recordings), and a test compares both. recount reads other versions, too: see the chapters on [streams](formats/stream-json.md#versions) and [transcripts](formats/transcript.md#versions).`,
    '- [Recorded versions](#recorded-versions)\n- [How to read the tables](#how-to-read-the-tables)\n- [Record types](#record-types)\n- [Content blocks](#content-blocks)\n- [Attachments](#attachments)\n- [Tools](#tools)\n- [Fields](#fields)\n- [Changes between versions](#changes-between-versions)',
    '## Recorded versions',
    describeVersions(records, versions),
    '## How to read the tables',
    legend,
    '## Record types',
    'A type is followed by its subtype: `system/init` is a record with `"type": "system"` and `"subtype": "init"`. The last column is the kind of [message](model.md#kinds) that recount makes of it.',
    '### In `stream-json`',
    'What `claude -p --output-format stream-json` and the Agent SDK print.',
    describeTypes('stream-json', evidence, versions),
    '### In `transcript`',
    'What Claude Code saves in `~/.claude/projects`.',
    describeTypes('transcript', evidence, versions),
    describeUnrecorded(evidence),
    '## Content blocks',
    'Blocks in `message.content` of `assistant` and `user` records, and in the results of tools.',
    describeBlockTypes(evidence, versions),
    '## Attachments',
    'Records of type `attachment`, which only transcripts have. The message contains the attachment as it is, unless it becomes a message of another kind.',
    describeAttachmentTypes(evidence, versions),
    '## Tools',
    '*Offered*: `system/init` lists the tool. (It lists `Task` even if calls have the name `Agent`.) *Called*: a call has a result, even if it is an error. *Not available*: the client answered a call with “No such tool available”. *Described by*: the file in [`src/tools/definitions`](../src/tools/definitions) that formats calls of the tool; the generic description shows every field.',
    await describeTools(evidence, versions),
    '## Fields',
    'Open a type to see its fields. The envelope, which many types share, is listed first.',
    '### Fields in `stream-json`',
    describeFields('stream-json', evidence, versions),
    '### Fields in `transcript`',
    describeFields('transcript', evidence, versions),
    '## Changes between versions',
    'Something is *new* if the newer version writes it in a scenario that both versions recorded, and the older version writes it in none of its scenarios. *Gone* is the reverse. The change happened in one of the versions between the two.',
    describeChanges(records, evidence, versions),
  )
  return `${page}\n`
}

const legend = `- **Versions** are ranges of the recorded versions. \`all\` means each of them; \`2.1.112 and later\` means 2.1.112 and every later version in the first table. Versions between two recorded ones are unknown.
- **Records** counts the records of all versions. The fewer there are, the more fields may be missing here.
- **?** after a field: some records of the same type and version do not have it.
- **read**: the field is part of recount's message, or decides which message it is. This is measured, not declared: the field is removed from a recorded record, or gets another value, and recount reads the record again. If the message differs, the field is read. Fields that make no difference alone are tried again with one other field set to \`null\`.
- **named**: recount knows the name of the field, from its readers or from the types of [\`recount/sdk\`](api/sdk.md), but no recorded message depends on it. Only names are compared, not the types that they belong to.
- **kept**: recount does not know the field. It is not lost: every message has its whole \`record\`, and the archive keeps every line.
- The clients are real and ran offline, with a local server in place of the API. So texts, model names and token counts are scripted, some calls name a tool that does not exist (\`FrobnicateTool\`), and records that need a subscription or a server flag are missing.`

/** Thousands are separated alike on every machine. */
const formatCount = (count: number): string => count.toLocaleString('en-US')

function describeVersions(records: readonly RecordedRecord[], versions: readonly string[]): string {
  const byVersion = groupBy(records, ({version}) => version)
  const scenarios: Sightings = new Map()
  for (const recorded of records) note(scenarios, recorded.scenario, recorded)
  const byRange = groupBy(sortedNames(scenarios.keys()), (name) =>
    versionRange(versions, scenarios.get(name) ?? {counts: new Map()}),
  )
  // The range of all versions comes first, the others in the order of the versions.
  const orderOf = (range: string): number => versions.findIndex((version) => range.startsWith(version))
  return paragraphs(
    table(
      ['Client version', 'Recorded', 'Scenarios', 'Streams', 'Transcripts', 'Transcripts of sub-agents'],
      versions.map((version) => {
        const own = byVersion.get(version) ?? []
        const ofDialect = (dialect: DialectName): string => {
          const found = own.filter((recorded) => recorded.dialect === dialect)
          return `${countFiles(found)} files, ${formatCount(found.length)} records`
        }
        const agents = own.filter(({file}) => /\/agent-[^/]*$/.test(file))
        return [
          version,
          daysOf(own),
          String(new Set(own.map(({scenario}) => scenario)).size),
          ofDialect('stream-json'),
          ofDialect('transcript'),
          agents.length === 0 ? '–' : `${countFiles(agents)} files, ${formatCount(agents.length)} records`,
        ]
      }),
    ),
    'The version is what the records state in `version` or `claude_code_version`; the date is that of their timestamps. Transcripts include those of sub-agents.',
    collapsed(
      'Scenarios',
      table(
        ['Recorded with', 'Scenarios'],
        [...byRange]
          .sort(([a], [b]) => orderOf(a) - orderOf(b))
          .map(([range, names]) => [range, codes(names)]),
      ),
    ),
  )
}

const countFiles = (records: readonly RecordedRecord[]): number => new Set(records.map(({file}) => file)).size

/** The first and the last day that the records state. */
function daysOf(records: readonly RecordedRecord[]): string {
  const days = sortedNames(
    new Set(
      records.flatMap(({messages}) =>
        messages.flatMap(({time}) => (time === undefined ? [] : new Date(time).toISOString().slice(0, 10))),
      ),
    ),
  )
  const [first = 'unknown'] = days
  return days.length < 2 ? first : `${first} to ${days.at(-1)}`
}

function describeTypes(dialect: DialectName, {types}: Evidence, versions: readonly string[]): string {
  const own = [...types]
    .filter(([name]) => name.startsWith(`${dialect} `))
    .map(([name, type]) => [name.slice(dialect.length + 1), type] as const)
    // Attachments have a table of their own.
    .filter(([name]) => !name.startsWith('attachment/'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return table(
    ['Type', 'Versions', 'Records', 'Becomes'],
    own.map(([name, type]) => [
      code(name),
      versionRange(versions, type),
      formatCount(totalOf(type)),
      linkKinds(type.traits),
    ]),
  )
}

/** Types in the tables of the dialects that no recording has. */
function describeUnrecorded({types}: Evidence): string {
  const recorded = new Set([...types.keys()].map((name) => name.split('/')[0] ?? ''))
  const missing = (dialect: DialectName, names: readonly string[]): string =>
    codes(sortedNames(names.filter((name) => !recorded.has(`${dialect} ${name}`)))) || '–'
  const subtypes = [...systemReaders.keys()].filter(
    (name) => !types.has(`stream-json system/${name}`) && !types.has(`transcript system/${name}`),
  )
  return collapsed(
    'Types that recount reads although no recording contains them',
    'From other transcripts, from the declarations of the Agent SDK, or from the clients themselves.',
    table(
      ['', 'Types'],
      [
        [
          '`stream-json`',
          missing('stream-json', [...sharedStreamReaders.keys(), ...ownStreamReaders.keys()]),
        ],
        [
          '`transcript`',
          missing('transcript', [...sharedTranscriptReaders.keys(), ...ownTranscriptReaders.keys()]),
        ],
        ['subtypes of `system`, in either', codes(sortedNames(subtypes)) || '–'],
      ],
    ),
  )
}
