import {readdirSync} from 'node:fs'
import type {JsonObject} from '../../src/model/index.ts'
import type {Node} from '../../src/page/index.ts'

/** A real call of a tool with the description that is expected of it. */
export interface ToolSample {
  /** What the sample shows, as a statement. */
  readonly shows: string
  readonly name: string
  readonly input: JsonObject
  /** The result's content as it was on the wire, and its structured output. */
  readonly result?: {readonly content: string | readonly JsonObject[]; readonly structured?: JsonObject}
  readonly subject?: string
  readonly outcome?: string
  readonly refused?: boolean
  readonly durationMs?: number
  readonly asked: readonly Node[]
  readonly answered?: readonly Node[]
}

const folder = new URL('samples/', import.meta.url)

/** The samples of every tool, by the name of their file. */
export async function loadSamples(): Promise<ReadonlyMap<string, readonly ToolSample[]>> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.samples.ts'))
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        const {samples}: {samples: readonly ToolSample[]} = await import(new URL(file, folder).href)
        return [file.replace('.samples.ts', ''), samples] as const
      }),
    ),
  )
}

/** Real calls of every tool. */
export const toolSamples = async (): Promise<readonly ToolSample[]> =>
  [...(await loadSamples()).values()].flat()
