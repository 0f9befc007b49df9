import {emptyObject, flag, list, object, objects, text} from '../../model/fields.ts'
import type {JsonObject, JsonValue} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import type {Choice, Node} from '../../page/index.ts'
import {code, field, fields, formatNoun, note, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import type {KnownField} from '../shared/known-fields.ts'
import {knownFields, partsShownElsewhere, shownElsewhere} from '../shared/known-fields.ts'
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
  asked: (input, answer) => [
    ...questionsIn(input).flatMap((question) =>
      describeQuestion(question, readAnswer(question, input, answer)),
    ),
    ...describeOtherInput(input),
  ],
  answered(answer, input) {
    const {structured} = answer
    const response = text(structured, 'response')
    const heard = questionsIn(input).some(
      (question) => readAnswer(question, input, answer).answer !== undefined,
    )
    const waited =
      structured['afkTimeoutMs'] === undefined ? [] : [note('warning', 'No one answered in time')]
    return [
      ...(response === undefined ? [] : [plain(response)]),
      ...waited,
      ...(heard || response !== undefined ? [] : describeBlocks(answer.content)),
    ]
  },
  outcome(answer, input) {
    const answers = questionsIn(input).flatMap((question) => readAnswer(question, input, answer).answer ?? [])
    const [first] = answers
    if (first === undefined) return undefined
    return answers.length === 1 ? first : formatNoun(answers.length, 'answer', 'answers')
  },
}

const describeOtherInput = knownFields(
  ...['questions', 'answers', 'annotations', 'metadata'].map(
    (name): KnownField => [name, 'setting', name, partsShownElsewhere],
  ),
  ['question', 'prompt', 'Question', shownElsewhere],
)

interface Question {
  readonly question: string
  readonly options: readonly JsonValue[]
  readonly several: boolean
}

/** A model may ask in bare sentences, which clients refuse. */
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

/** What the person said to one question. */
interface UserAnswer {
  readonly answer: string | undefined
  readonly notes: string | undefined
  readonly unanswered: string | undefined
}

function readAnswer({question}: Question, input: JsonObject, answer: ToolOutput | undefined): UserAnswer {
  const structured = answer?.structured ?? emptyObject
  const answers = object(structured, 'answers') ?? object(input, 'answers') ?? emptyObject
  const remarks = object(structured, 'annotations') ?? object(input, 'annotations') ?? emptyObject
  const remark = object(remarks, question) ?? emptyObject
  return {
    answer: text(answers, question) ?? quoted(answer?.text ?? '', question),
    notes: text(remark, 'notes'),
    unanswered: text(remark, 'unanswered'),
  }
}

/** The answer out of the sentence that is all some streams have: `"Which colour?"="Blue"`. */
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
  const choices = options.map(
    (option, index): Choice => ({
      label: labels[index] ?? '',
      description: isJsonObject(option) ? text(option, 'description') : undefined,
      chosen: chosen.has(index),
    }),
  )
  const own: readonly Choice[] =
    free === undefined ? [] : [{label: free, description: undefined, chosen: true}]
  const offered = [...choices, ...own]
  // What offers nothing and has lines is no question but a letter.
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

/** What a choice would look like; a page of it for each. */
const describePreviews = (options: readonly JsonValue[]): readonly Node[] =>
  objects({options}, 'options').flatMap((option) => {
    const preview = text(option, 'preview')
    return preview === undefined
      ? []
      : collapsedGroup(`Preview: ${text(option, 'label') ?? ''}`, code(preview))
  })

/** Which of some labels an answer names, and the person's own words where it names none. */
interface Picked {
  readonly chosen: ReadonlySet<number>
  readonly free: string | undefined
}

/**
 * Finds what was chosen. Several choices stand in one text with commas between, and labels may hold commas themselves:
 * so the longest labels are looked for first, and what is left over are own words.
 */
function pickChoices(labels: readonly string[], answer: string | undefined, several: boolean): Picked {
  if (answer === undefined || answer === '') return {chosen: new Set(), free: undefined}
  const whole = labels.indexOf(answer)
  if (whole !== -1) return {chosen: new Set([whole]), free: undefined}
  if (!several) return {chosen: new Set(), free: answer}
  const chosen = new Set<number>()
  const longestFirst = labels
    .map((_, index) => index)
    .sort((a, b) => lengthOf(labels, b) - lengthOf(labels, a))
  let left = `, ${answer}, `
  for (const index of longestFirst) {
    const label = labels[index] ?? ''
    const at = label === '' ? -1 : left.indexOf(`, ${label}, `)
    if (at === -1) continue
    chosen.add(index)
    left = `${left.slice(0, at)}${left.slice(at + label.length + 2)}`
  }
  const free = left.replace(/^, /, '').replace(/, $/, '')
  return {chosen, free: free === '' || free === ',' ? undefined : free}
}

const lengthOf = (labels: readonly string[], index: number): number => labels[index]?.length ?? 0
