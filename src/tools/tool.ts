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
  /** What was asked. Once it went well the answer is given too, for questions that are told with the choice made. */
  readonly asked?: (input: JsonObject, answer?: ToolOutput) => readonly Node[]
  /** What came back when it went well; errors are described alike for all tools. */
  readonly answered?: (answer: ToolOutput, input: JsonObject) => readonly Node[]
  /** How it came out, in a few words. */
  readonly outcome?: (answer: ToolOutput, input: JsonObject) => string | undefined
  /** Tells whether it was refused after all, as some clients say in an answer that is no error. */
  readonly refused?: (answer: ToolOutput) => boolean
  /** Which side is part of the story: a report, a plan, a choice. Absent where the outcome says enough. */
  readonly prominent?: ProminentSide
  /** How long it took by its own word, for streams that tell no times. */
  readonly durationMs?: (answer: ToolOutput) => number | undefined
}

/** A real call with what is to be said of it. The samples of a tool are its tests. */
export interface ToolSample {
  /** What the sample shows, as a statement. */
  readonly shows: string
  readonly name: string
  readonly input: JsonObject
  /** The result's content as it stood on the wire, and its structured output. */
  readonly result?: {readonly content: string | readonly JsonObject[]; readonly structured?: JsonObject}
  readonly subject?: string
  readonly outcome?: string
  readonly refused?: boolean
  readonly durationMs?: number
  readonly asked: readonly Node[]
  readonly answered?: readonly Node[]
}
