import {bash} from './bash.ts'
import {generic} from './generic.ts'
import type {Tool} from './tool.ts'

/** Every tool that has a description of its own. */
export const tools: readonly Tool[] = [bash]

const byName: ReadonlyMap<string, Tool> = new Map(
  tools.flatMap((tool) => tool.names.map((name) => [name, tool])),
)

/** The tool of a name. Names come from a model: they are looked up in a map, and any name has a description. */
export const toolFor = (name: string): Tool => byName.get(name) ?? generic
