import type {Entry} from '../../page/index.ts'
import {answerParts} from './answer-parts.ts'
import {inMessages} from './in-messages.ts'
import type {SlackMessage} from './slack-message.ts'

/** A group is written again with each text it gets, so it holds no more than this. */
const mostTexts = 50

/** Texts of the assistant that stand together until something else happens. */
export class AnswerGroup {
  readonly #key: string
  readonly #answers: Entry[] = []
  #messages: readonly SlackMessage[] = []

  constructor(key: string) {
    this.#key = key
  }

  /** It has run over into another message, or holds many texts; the next one begins a group of its own. */
  get isFull(): boolean {
    return this.#messages.length > 1 || this.#answers.length >= mostTexts
  }

  /** The messages of the group with one text more. */
  add(entry: Entry): readonly SlackMessage[] {
    this.#answers.push(entry)
    const {blocks, file} = answerParts(this.#answers, this.#key)
    const [first, ...others] = inMessages(this.#key, blocks, false)
    this.#messages = first ? [{...first, file}, ...others] : []
    return this.#messages
  }

  settled(): readonly SlackMessage[] {
    return this.#messages.map((message) => ({...message, settled: true}))
  }
}
