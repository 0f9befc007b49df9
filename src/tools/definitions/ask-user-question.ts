import {emptyObject, flag, list, object, objects, text} from '../../model/fields.ts'
import {isJsonObject, type JsonObject, type JsonValue} from '../../model/index.ts'
import type {Choice, Node} from '../../page/index.ts'
import {code, field, fields, formatNoun, note, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {knownFields, partsElsewhere, textsElsewhere} from '../shared/known-fields.ts'
import {collapsedGroup} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** Questions to the person, each with its choices; once answered, with the chosen ones marked. */
export const askUserQuestionTool: Tool = {
  names: ['AskUserQuestion', 'MultipleChoiceQuestion'],
  prominent: 'both',
  subject(input) {
    const [first, ...more] = questionsIn(input)
    if (!first) return undefined
    const [line = ''] = first.question.trim().split('\n', 1)
    return more.length === 0 ? line.trim() : `${line.trim()} (+${more.length})`
  },
  asked: (input, output) => [
    ...questionsIn(input).flatMap((question) =>
      describeQuestion(question, readAnswer(question, input, output)),
    ),
    ...describeOtherInput(input),
  ],
  answered(output, input) {
    const {structured} = output
    const response = text(structured, 'response')
    const isAnswered = readAnswers(output, input).length > 0 || response !== undefined
    return [
      ...(response === undefined ? [] : [plain(response)]),
      ...(structured['afkTimeoutMs'] === undefined ? [] : [note('warning', 'No one answered in time')]),
      ...(isAnswered ? [] : describeBlocks(output.content)),
    ]
  },
  outcome(output, input) {
    const answers = readAnswers(output, input)
    return answers.length > 1 ? formatNoun(answers.length, 'answer', 'answers') : answers[0]
  },
}

const readAnswers = (output: ToolOutput, input: JsonObject): readonly string[] =>
  questionsIn(input).flatMap((question) => readAnswer(question, input, output).answer ?? [])

const describeOtherInput = knownFields(
  ...partsElsewhere('questions', 'answers', 'annotations', 'metadata'),
  ...textsElsewhere('question'),
)

interface Question {
  readonly question: string
  readonly options: readonly JsonValue[]
  readonly several: boolean
}

/** A model may pass plain sentences, which clients refuse. */
function questionsIn(input: JsonObject): readonly Question[] {
  const asked = [...list(input, 'questions'), ...(text(input, 'question') === undefined ? [] : [input])]
  return asked.flatMap((question) => {
    if (typeof question === 'string') return [{question, options: [], several: false}]
    if (!isJsonObject(question)) return []
    const words = text(question, 'question') ?? text(question, 'header') ?? ''
    return [
      {question: words, options: list(question, 'options'), several: flag(question, 'multiSelect') === true},
    ]
  })
}

/** The user's answer to one question. */
interface UserAnswer {
  readonly answer: string | undefined
  readonly notes: string | undefined
  readonly unanswered: string | undefined
}

function readAnswer({question}: Question, input: JsonObject, output: ToolOutput | undefined): UserAnswer {
  const structured = output?.structured ?? emptyObject
  const answers = object(structured, 'answers') ?? object(input, 'answers') ?? emptyObject
  const remarks = object(structured, 'annotations') ?? object(input, 'annotations') ?? emptyObject
  const remark = object(remarks, question) ?? emptyObject
  return {
    answer: text(answers, question) ?? quoted(output?.text ?? '', question),
    notes: text(remark, 'notes'),
    unanswered: text(remark, 'unanswered'),
  }
}

/** The answer in the sentence that some streams have instead: `"Which colour?"="Blue"`. */
function quoted(sentence: string, question: string): string | undefined {
  const opening = `"${question}"="`
  const at = sentence.indexOf(opening)
  if (at === -1) return undefined
  const start = at + opening.length
  const end = sentence.indexOf('"', start)
  return end === -1 ? undefined : sentence.slice(start, end)
}

function describeQuestion({question, options, several}: Question, heard: UserAnswer): readonly Node[] {
  const labels = options.map((option) => labelOf(option))
  const {chosen, free} = pickChoices(labels, heard.answer, several)
  const offered: Choice[] = options.map((option, index) => ({
    label: labels[index] ?? '',
    description: isJsonObject(option) ? text(option, 'description') : undefined,
    chosen: chosen.has(index),
  }))
  if (free !== undefined) offered.push({label: free, description: undefined, chosen: true})
  // Without choices and with several lines it is a text rather than a question.
  const isLetter = offered.length === 0 && question.trim().includes('\n')
  return [
    isLetter ? prose(question) : {kind: 'choice', question, choices: offered},
    ...describePreviews(options),
    ...fields(
      field('description', 'Notes', heard.notes),
      field('setting', 'Unanswered', heard.unanswered?.replaceAll('_', ' ')),
    ),
  ]
}

const labelOf = (option: JsonValue): string =>
  typeof option === 'string' ? option : isJsonObject(option) ? (text(option, 'label') ?? '') : ''

/** The previews of the choices. */
const describePreviews = (options: readonly JsonValue[]): readonly Node[] =>
  objects({options}, 'options').flatMap((option) => {
    const preview = text(option, 'preview')
    return preview === undefined
      ? []
      : collapsedGroup(`Preview: ${text(option, 'label') ?? ''}`, code(preview))
  })

/** The choices that an answer names, and the rest of the answer. */
interface Picked {
  readonly chosen: ReadonlySet<number>
  readonly free: string | undefined
}

/**
 * Finds the chosen labels. Several are in one text, separated by commas, and labels may contain commas: so the longest
 * labels are removed first, and the rest is the user's text.
 */
function pickChoices(labels: readonly string[], answer: string | undefined, several: boolean): Picked {
  if (answer === undefined || answer === '') return {chosen: new Set(), free: undefined}
  const exact = labels.indexOf(answer)
  if (exact !== -1) return {chosen: new Set([exact]), free: undefined}
  if (!several) return {chosen: new Set(), free: answer}
  const chosen = new Set<number>()
  const longestFirst = [...labels.entries()].sort(([, a], [, b]) => b.length - a.length)
  let left = `, ${answer}, `
  for (const [index, label] of longestFirst) {
    const at = label === '' ? -1 : left.indexOf(`, ${label}, `)
    if (at === -1) continue
    chosen.add(index)
    left = `${left.slice(0, at)}${left.slice(at + label.length + 2)}`
  }
  const free = left.replace(/^, /, '').replace(/, $/, '')
  return {chosen, free: free === '' || free === ',' ? undefined : free}
}
