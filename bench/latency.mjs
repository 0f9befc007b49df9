import {spawn, spawnSync} from 'node:child_process'
import {closeSync, constants, openSync, writeSync} from 'node:fs'
import {join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {summaryOf} from './measure.mjs'
import {answer, call, opening, result} from './stream.mjs'

/**
 * @typedef {object} Program A program that prints what it is given.
 * @property {(text: string) => void} write
 * @property {() => Promise<unknown>} end
 * @property {(mark: string, act: () => void) => Promise<number>} until Milliseconds until it has printed a mark.
 */

/** Milliseconds between lines: longer than any of them takes, shorter than anybody waits. */
const gap = 8
const patience = 10_000

/**
 * Milliseconds from a line's arrival to its first byte out, for texts and for results by turns, each line alone. A
 * line says a mark that nothing else says, because a terminal gets bytes for its running lines all the time.
 * @param {Program} program
 * @param {number} count
 */
export async function latencies(program, count) {
  /** @type {number[]} */
  const took = []
  await program.until('Session', () => program.write(opening()))
  for (let i = 0; i < count; i++) {
    const mark = `mark${i}x`
    await pause(gap)
    if (i % 2 === 0) took.push(await program.until(mark, () => program.write(answer(`${mark} is a text.`))))
    else {
      program.write(call(`toolu_${i}`, 'npm test'))
      await pause(gap)
      took.push(await program.until(mark, () => program.write(result(`toolu_${i}`, `${mark} is a result.`))))
    }
  }
  await program.end()
  const sorted = took.sort((a, b) => a - b)
  const at = (/** @type {number} */ index) => sorted.at(index) ?? Number.NaN
  return {...summaryOf(sorted), p95: at(Math.ceil(0.95 * sorted.length) - 1), worst: at(-1)}
}

/** The program between two pipes. @param {string[]} words */
export function onPipes(words) {
  const child = spawn(process.execPath, words, {stdio: ['pipe', 'pipe', 'inherit']})
  const ended = new Promise((resolve) => child.on('close', resolve))
  return listener({
    listen: (hear) => child.stdout.setEncoding('utf8').on('data', hear),
    write: (text) => child.stdin.write(text),
    end: () => {
      child.stdin.end()
      return ended
    },
  })
}

/**
 * The program in a terminal of its own; what it reads comes through a named pipe, as its input is not a terminal.
 * @param {string[]} words
 * @param {string} folder
 */
export async function onTerminal(words, folder) {
  const {spawn: spawnTerminal} = await import('@lydell/node-pty')
  const path = join(folder, 'lines')
  if (spawnSync('mkfifo', [path]).status !== 0) throw new Error('Named pipes cannot be made here.')
  const script = 'fifo=$1; shift; exec "$@" < "$fifo"'
  const terminal = spawnTerminal('/bin/sh', ['-c', script, 'sh', path, process.execPath, ...words], {
    name: 'xterm-256color',
    cols: 100,
    rows: 40,
  })
  // For reading too, so that opening does not wait for the program.
  const file = openSync(path, constants.O_RDWR)
  const ended = new Promise((resolve) => terminal.onExit(resolve))
  return listener({
    listen: (hear) => terminal.onData(hear),
    write: (text) => writeSync(file, text),
    end: () => {
      closeSync(file)
      return ended
    },
  })
}

/**
 * @param {Pick<Program, 'write' | 'end'> & {listen: (hear: (text: string) => void) => void}} program
 * @returns {Program}
 */
function listener({listen, write, end}) {
  let heard = ''
  /** @type {{mark: string, resolve: (milliseconds: number) => void, since: number} | undefined} */
  let wanted
  listen((text) => {
    heard += text
    if (!wanted || !heard.includes(wanted.mark)) return
    wanted.resolve(performance.now() - wanted.since)
    wanted = undefined
    heard = ''
  })
  return {
    write,
    end,
    until: (mark, act) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`"${mark}" never came: ${heard}`)), patience)
        const settle = (/** @type {number} */ milliseconds) => {
          clearTimeout(late)
          resolve(milliseconds)
        }
        wanted = {mark, resolve: settle, since: performance.now()}
        act()
      }),
  }
}
