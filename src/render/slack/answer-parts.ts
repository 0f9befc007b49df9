import type {Entry} from '../../page/index.ts'
import {type SlackBlock, sections} from './blocks.ts'
import {mrkdwn} from './markdown.ts'
import {nodesText} from './node-text.ts'
import {cutText} from './sanitize.ts'
import {inMessages, type SlackFile, type SlackMessage} from './slack-message.ts'

/** Longer texts are sent as a file, with their beginning in the thread. */
const longestSplit = 20_000
const longestBeginning = 2500

const lead = '*Assistant:*'

/** What answers that stand together say: their blocks, and a file for the longest. */
interface AnswerParts {
  readonly blocks: readonly SlackBlock[]
  readonly file: SlackFile | undefined
}

/** Answers as blocks. Several short ones are numbered, as seed 000 has them. */
function answerParts(answers: readonly Entry[], key: string): AnswerParts {
  const long = answers.length === 1 ? longText(answers[0]) : undefined
  if (long !== undefined) {
    const beginning = cutText(mrkdwn(long.slice(0, longestBeginning)), longestBeginning * 1.1)
    return {
      blocks: sections(`${lead}\n${beginning}\n\n_The whole text is in the file below._`),
      file: {name: `answer-${key.replace(/[^\w-]+/g, '-').slice(-40)}.md`, title: 'Answer', content: long},
    }
  }
  const texts = answers.map(answerText).filter((text) => text !== '')
  const isList = texts.length > 1 && texts.every((text) => !text.includes('\n'))
  const blocks = isList
    ? sections([lead, ...texts.map((text, index) => `${index + 1}. ${text}`)].join('\n'))
    : texts.flatMap((text, index) => sections(index === 0 ? `${lead}\n${text}` : text))
  return {blocks, file: undefined}
}

const written = new WeakMap<Entry, string>()

/** An answer in Slack's markup. A group is told anew with each answer it gets, and is not written anew. */
function answerText(entry: Entry): string {
  const text = written.get(entry) ?? nodesText(entry.asked)
  written.set(entry, text)
  return text
}

function longText(entry: Entry | undefined): string | undefined {
  const said =
    entry?.asked.flatMap((node) => (node.kind === 'prose' ? [node.markdown] : [])).join('\n\n') ?? ''
  return said.length > longestSplit ? said : undefined
}

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
