import {readdirSync} from 'node:fs'
import {genericTool} from '../../src/tools/index.ts'
import {findTool} from '../../src/tools/tools.ts'
import type {Evidence} from './collect-evidence.ts'
import {code, codes, collapsed, paragraphs, table} from './markdown.ts'
import type {Sighting, Sightings} from './sightings.ts'
import {sortedNames, totalOf, versionRange} from './sightings.ts'

/** Links the kinds of messages to their chapters. */
export const linkKinds = (kinds: Iterable<string>): string =>
  sortedNames(kinds)
    .map((kind) => `[${code(kind)}](model.md#${kind})`)
    .join(', ')

/** The names of the parts of a whole; a version is added to those that not all versions of the whole have. */
function listParts(parts: Sightings, whole: string, owner: Sighting, versions: readonly string[]): string {
  const own = versions.filter((version) => owner.counts.has(version))
  return sortedNames(parts.keys())
    .filter((name) => name.startsWith(`${whole} `))
    .map((name) => {
      const range = versionRange(own, parts.get(name) ?? {counts: new Map()})
      return `${code(name.slice(whole.length + 1))}${range === 'all' ? '' : ` (${range})`}`
    })
    .join(', ')
}

const entriesOf = (sightings: Sightings): readonly (readonly [string, Sighting])[] =>
  [...sightings].sort(([a], [b]) => (a < b ? -1 : 1))

/** Every type of block that messages contain. */
export const describeBlockTypes = (
  {blocks, blockPlaces, blockFields}: Evidence,
  versions: readonly string[],
): string =>
  table(
    ['Block', 'Versions', 'Found in', 'Fields besides `type`', 'Block in the model'],
    entriesOf(blocks).map(([name, block]) => [
      code(name),
      versionRange(versions, block),
      codes(sortedNames(blockPlaces.get(name) ?? [])),
      listParts(blockFields, name, block, versions),
      codes(sortedNames(block.traits)),
    ]),
  )

/** Every type of attachment. */
export function describeAttachmentTypes(
  {attachments, attachmentFields}: Evidence,
  versions: readonly string[],
): string {
  const all = entriesOf(attachments)
  return paragraphs(
    table(
      ['Attachment', 'Versions', 'Records', 'Becomes'],
      all.map(([name, attachment]) => [
        code(name),
        versionRange(versions, attachment),
        String(totalOf(attachment)),
        linkKinds(attachment.traits),
      ]),
    ),
    collapsed(
      'Fields of each attachment',
      'Not every attachment has all fields of its type.',
      table(
        ['Attachment', 'Fields besides <code>type</code>'],
        all.map(([name, attachment]) => [
          code(name),
          listParts(attachmentFields, name, attachment, versions) || '–',
        ]),
      ),
    ),
  )
}

/** Every tool that a client offers or ran, and who describes it. */
export async function describeTools(
  {offeredTools, calledTools, refusedTools, toolOutputs}: Evidence,
  versions: readonly string[],
): Promise<string> {
  const files = await definitionFiles()
  const rangeIn = (sightings: Sightings, name: string): string => {
    const sighting = sightings.get(name)
    return sighting ? versionRange(versions, sighting) : '–'
  }
  const names = sortedNames(new Set([...offeredTools.keys(), ...calledTools.keys(), ...refusedTools.keys()]))
  return paragraphs(
    table(
      ['Tool', 'Offered', 'Called', 'Not available', 'Described by'],
      names.map((name) => [
        code(name),
        rangeIn(offeredTools, name),
        rangeIn(calledTools, name),
        rangeIn(refusedTools, name),
        describedBy(name, files),
      ]),
    ),
    collapsed(
      'Fields of each tool’s structured output',
      'Not every output has all fields of its tool.',
      table(
        ['Tool', 'Fields of <code>toolUseResult</code> and <code>tool_use_result</code>'],
        entriesOf(calledTools)
          .map(([name, tool]) => [code(name), listParts(toolOutputs, name, tool, versions)])
          .filter(([, fields]) => fields !== ''),
      ),
    ),
  )
}

function describedBy(name: string, files: ReadonlyMap<string, string>): string {
  const tool = findTool(name)
  if (tool === genericTool) return 'generic'
  const [first = name] = tool.names
  return `${code(files.get(name) ?? '')}${first === name ? '' : `, as ${code(first)}`}`
}

/** Which file of `src/tools/definitions` describes each tool. */
async function definitionFiles(): Promise<ReadonlyMap<string, string>> {
  const folder = new URL('../../src/tools/definitions/', import.meta.url)
  const files = sortedNames(readdirSync(folder)).filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map(async (file): Promise<object> => import(new URL(file, folder).href)),
  )
  return new Map(
    modules.flatMap((module, i) =>
      Object.values(module)
        .flat()
        .flatMap(namesOf)
        .map((name) => [name, files[i] ?? ''] as const),
    ),
  )
}

/** The names of a tool; an export that is not a tool has none. */
const namesOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null && 'names' in value && Array.isArray(value.names)
    ? value.names.filter((name) => typeof name === 'string')
    : []
