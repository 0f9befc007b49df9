import {structuredPatch} from './patch.mjs'
import {FILES, grep, ROOT} from './shop.mjs'

/**
 * Who allowed a call.
 * @typedef {{decision: string, source: string, reasonType?: string, grantScope?: string, reasonCode?: string}} Permission
 */

/** @type {Permission} */
const BY_MODE = {decision: 'accept', source: 'config', reasonType: 'mode'}
const BY_RULE = {decision: 'accept', source: 'config', reasonType: 'subcommandResults'}
const BY_PERSON = {decision: 'accept', source: 'user_temporary', grantScope: 'once', reasonCode: 'unknown'}
const CURRENT = '(file state is current in your context — no need to Read it back)'

/** A tool call of the story: what is asked, how long it takes (ms), what comes back, who allowed it. */
function call(name, input, took, result, permission = BY_MODE) {
  return {kind: 'call', tool: name, input, took, result, permission}
}

function absolute(path) {
  return `${ROOT}/${path}`
}

function numbered(text) {
  return text
    .split('\n')
    .map((line, at) => `${at + 1}\t${line}`)
    .join('\n')
}

/** Reads a file of the shop. */
export function read(path, took) {
  const content = FILES[path]
  const count = content.split('\n').length
  const file = {filePath: absolute(path), content, numLines: count, startLine: 1, totalLines: count}
  const result = {content: numbered(content), structured: {type: 'text', file}}
  return call('Read', {file_path: absolute(path)}, took, result)
}

/** Searches `src` and lists the matching lines. */
export function search(pattern, took) {
  const lines = grep(pattern)
  const content = lines.join('\n')
  const structured = {
    mode: 'content',
    numFiles: 0,
    filenames: [],
    content,
    numLines: lines.length,
    totalLines: lines.length,
  }
  const input = {pattern, path: absolute('src'), output_mode: 'content', '-n': true}
  return call('Grep', input, took, {content, structured})
}

/** Replaces a text in a file of the shop. */
export function edit(path, from, to, took) {
  const before = FILES[path]
  if (before.split(from).length !== 2) throw new Error(`the text to replace is not once in ${path}`)
  const structured = {
    filePath: absolute(path),
    oldString: from,
    newString: to,
    originalFile: before,
    structuredPatch: structuredPatch(
      before,
      before.replace(from, () => to),
    ),
    userModified: false,
    replaceAll: false,
  }
  const input = {replace_all: false, file_path: absolute(path), old_string: from, new_string: to}
  const content = `The file ${absolute(path)} has been updated successfully. ${CURRENT}`
  return call('Edit', input, took, {content, structured})
}

/** Writes a file of the shop again. */
export function write(path, content, took) {
  const structured = {
    type: 'update',
    filePath: absolute(path),
    content,
    structuredPatch: structuredPatch(FILES[path], content),
    originalFile: FILES[path],
    userModified: false,
  }
  const said = `The file ${absolute(path)} has been updated successfully. ${CURRENT}`
  return call('Write', {file_path: absolute(path), content}, took, {content: said, structured})
}

/** Runs a command; any exit code but 0 is a failure. */
export function run(command, description, took, exitCode, output) {
  const failure = `Exit code ${exitCode}\n${output}`
  const structured = {
    stdout: output,
    stderr: '',
    interrupted: false,
    isImage: false,
    noOutputExpected: false,
  }
  const result =
    exitCode === 0
      ? {content: output, structured, isError: false}
      : {content: failure, structured: `Error: ${failure}`, isError: true}
  return call('Bash', {command, description}, took, result, BY_RULE)
}

/** Replaces the todo list. */
export function todo(before, after, took) {
  const content =
    'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable'
  const structured = {oldTodos: before, newTodos: after, verificationNudgeNeeded: false}
  return call(
    'TodoWrite',
    {todos: after},
    took,
    {content, structured},
    {decision: 'accept', source: 'config'},
  )
}

/** Asks the person one question; `took` is how long they think. */
export function ask(question, answer, took) {
  const content = `User has answered your questions: "${question.question}"="${answer}". You can now continue with the user's answers in mind.`
  const structured = {questions: [question], answers: {[question.question]: answer}}
  const result = {content, structured, blockForm: 'untagged'}
  return call('AskUserQuestion', {questions: [question]}, took, result, BY_PERSON)
}

/** Sends a sub-agent; its answers are a little conversation of their own, the last one is its report. */
export function delegate(name, type, description, prompt, answers) {
  const input = {description, prompt, subagent_type: type, run_in_background: false}
  return {...call('Agent', input), agent: {name, type, description, prompt, answers}}
}

/** The text of a result, whether it is a string or a list of blocks. */
export function resultText({content}) {
  return typeof content === 'string' ? content : content.map(({text}) => text).join('\n')
}

/** The tool_result block of a finished call, with the keys in the order the client writes them. */
export function resultBlock({id, result}) {
  if (result.isError) return {type: 'tool_result', content: result.content, is_error: true, tool_use_id: id}
  if (result.blockForm === 'untagged') return {type: 'tool_result', content: result.content, tool_use_id: id}
  const block = {tool_use_id: id, type: 'tool_result', content: result.content}
  return result.isError === false ? {...block, is_error: false} : block
}
