import type {Block, JsonObject} from '../model/index.ts'
import type {Node, ProminentSide} from '../page/index.ts'

/** What a call gave back, ready to be described. */
export interface ToolOutput {
  /** The text of its content, which is what the model saw. */
  readonly text: string
  readonly content: readonly Block[]
  /** The structured output; without fields where there is none. */
  readonly structured: JsonObject
}

/** What one tool means, once, for every output. What a tool does not say itself, the generic description says. */
export interface Tool {
  /** All names the tool has had. */
  readonly names: readonly string[]
  /** The one argument that matters, on one line. */
  readonly subject?: (input: JsonObject) => string | undefined
  /** The input. After a success the output is given too, for questions that are shown with the user's choice. */
  readonly asked?: (input: JsonObject, output?: ToolOutput) => readonly Node[]
  /** The output of a success; errors are described alike for all tools. */
  readonly answered?: (output: ToolOutput, input: JsonObject) => readonly Node[]
  /** The outcome in a few words. */
  readonly outcome?: (output: ToolOutput, input: JsonObject) => string | undefined
  /** Whether it was refused after all, as some clients say in an output that is not an error. */
  readonly refused?: (output: ToolOutput) => boolean
  /** Which side compact outputs show as well: a report, a plan, a choice. Absent if the outcome says enough. */
  readonly prominent?: ProminentSide
  /** The duration that the output states, for streams without times. */
  readonly durationMs?: (output: ToolOutput) => number | undefined
}

/** A real call with what is to be said of it. The samples of a tool are its tests. */
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
