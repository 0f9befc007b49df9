import type {Entry} from '../../../page/index.ts'
import {mrkdwn} from '../nodes/mrkdwn.ts'
import {renderSlackNodes} from '../nodes/render-nodes.ts'
import {type SlackFile, type SlackMessage, splitIntoMessages} from '../slack-message.ts'
import {type SlackBlock, sectionBlocks} from '../text/blocks.ts'
import {cutSlackText} from '../text/sanitize.ts'

/** Longer texts are sent as a file, with their beginning in the thread. */
const maxSplitLength = 20_000
const maxBeginningLength = 2500

const lead = '*Assistant:*'

/** What answers that stand together say: their blocks, and a file for the longest. */
interface ResponseParts {
  readonly blocks: readonly SlackBlock[]
  readonly file: SlackFile | undefined
}

/** Answers as blocks. Several short ones are numbered, as seed 000 has them. */
function responseParts(answers: readonly Entry[], key: string): ResponseParts {
  const long = answers.length === 1 ? longText(answers[0]) : undefined
  if (long !== undefined) {
    const beginning = cutSlackText(mrkdwn(long.slice(0, maxBeginningLength)), maxBeginningLength * 1.1)
    return {
      blocks: sectionBlocks(`${lead}\n${beginning}\n\n_The whole text is in the file below._`),
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

/** An answer in Slack's markup. A group is told anew with each answer it gets, and is not written anew. */
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

/** A group is written again with each text it gets, so it holds no more than this. */
const maxTexts = 50

/** Texts of the assistant that stand together until something else happens. */
export class ResponseGroup {
  readonly #key: string
  readonly #responses: Entry[] = []
  #messages: readonly SlackMessage[] = []

  constructor(key: string) {
    this.#key = key
  }

  /** It has run over into another message, or holds many texts; the next one begins a group of its own. */
  get isFull(): boolean {
    return this.#messages.length > 1 || this.#responses.length >= maxTexts
  }

  /** The messages of the group with one text more. */
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
