import type {Entry} from '../../../page/index.ts'
import {mrkdwn} from '../nodes/mrkdwn.ts'
import {renderSlackNodes} from '../nodes/render-nodes.ts'
import {type SlackFile, type SlackMessage, splitIntoMessages} from '../slack-message.ts'
import {type SlackBlock, sectionBlocks} from '../text/blocks.ts'
import {cutSlackText} from '../text/cut-slack-text.ts'

/** Longer texts are sent as a file, with their start in the thread. */
const maxSplitLength = 20_000
const maxBeginningLength = 2500

const lead = '*Assistant:*'

/** Replies that follow each other: their blocks, and a file for a very long one. */
interface ResponseParts {
  readonly blocks: readonly SlackBlock[]
  readonly file: SlackFile | undefined
}

/** Replies as blocks. Several short ones are numbered, as ccpretty does. */
function responseParts(answers: readonly Entry[], key: string): ResponseParts {
  const long = answers.length === 1 ? longText(answers[0]) : undefined
  if (long !== undefined) {
    const beginning = cutSlackText(mrkdwn(long.slice(0, maxBeginningLength)), maxBeginningLength * 1.1)
    return {
      blocks: sectionBlocks(`${lead}\n${beginning}\n\n_The complete text is in the file below._`),
      file: {name: `answer-${key.replace(/[^\w-]+/g, '-').slice(-40)}.md`, title: 'Answer', content: long},
    }
  }
  const texts = answers.map(responseText).filter((text) => text !== '')
  const isList = texts.length > 1 && texts.every((text) => !text.includes('\n'))
  const blocks = isList
    ? sectionBlocks([lead, ...texts.map((text, index) => `${index + 1}. ${text}`)].join('\n'))
    : texts.flatMap((text, index) => sectionBlocks(index === 0 ? `${lead}\n${text}` : text))
  return {blocks, file: undefined}
}

const written = new WeakMap<Entry, string>()

/** A reply in Slack's markup. A group is posted again with each reply, so its texts are kept. */
function responseText(entry: Entry): string {
  const text = written.get(entry) ?? renderSlackNodes(entry.asked)
  written.set(entry, text)
  return text
}

function longText(entry: Entry | undefined): string | undefined {
  const said =
    entry?.asked.flatMap((node) => (node.kind === 'prose' ? [node.markdown] : [])).join('\n\n') ?? ''
  return said.length > maxSplitLength ? said : undefined
}

/** A group is posted again with each text, so it contains no more than this. */
const maxTexts = 50

/** Texts of the assistant that follow each other. */
export class ResponseGroup {
  readonly #key: string
  readonly #responses: Entry[] = []
  #messages: readonly SlackMessage[] = []

  constructor(key: string) {
    this.#key = key
  }

  /** It needs a second message, or contains many texts; the next text starts another group. */
  get isFull(): boolean {
    return this.#messages.length > 1 || this.#responses.length >= maxTexts
  }

  /** Adds a text and returns the messages of the group. */
  add(entry: Entry): readonly SlackMessage[] {
    this.#responses.push(entry)
    const {blocks, file} = responseParts(this.#responses, this.#key)
    const [first, ...others] = splitIntoMessages(this.#key, blocks, false)
    this.#messages = first ? [{...first, file}, ...others] : []
    return this.#messages
  }

  settledMessages(): readonly SlackMessage[] {
    return this.#messages.map((message) => ({...message, settled: true}))
  }
}
