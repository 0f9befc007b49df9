import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {describe, expect, test} from 'vitest'
import {program, recount, startRecount} from '../support/program.ts'
import {
  exitOf,
  hasRecorded,
  homesIn,
  onlyRecordedIn,
  playCommand,
  recordedIn,
  streamOf,
  tempFolder,
  waitUntil,
} from '../support/record/recorded.ts'
import {openPty} from '../support/terminal/terminal-window.ts'
import {untouchedTerminal} from '../support/terminal/watched-terminal.ts'

const temp = tempFolder('record-ends')
const newHome = homesIn(temp)

describe('how the client ends', () => {
  test('its exit code is ours', () => {
    const home = newHome()
    expect(recount(['record', '--', ...playCommand('2.1.325/hello', '--exit', '7')], {home}).status).toBe(7)
    expect(onlyRecordedIn(home).about).toMatchObject({exitCode: 7})
  })
  test('a crash is passed on, and the line that was torn is kept as it was', async () => {
    const home = newHome()
    const child = startRecount(['record', '--', ...playCommand('2.1.325/parallel', '--mode', 'crash')], {
      home,
    })
    expect(await exitOf(child)).toEqual({code: null, signal: 'SIGSEGV'})
    const {bytes, about} = onlyRecordedIn(home)
    const whole = readFileSync(streamOf('2.1.325/parallel'))
    expect(about).toMatchObject({signal: 'SIGSEGV'})
    expect(bytes.equals(whole.subarray(0, bytes.length))).toBe(true)
    expect(bytes.at(-1)).not.toBe(0x0a)
    const document = JSON.parse(
      recount(['show', onlyRecordedIn(home).stream, '--format', 'json'], {home}).stdout,
    )
    expect(document.outcome).toEqual({state: 'cut-off', inferred: false})
  })
  test('a command that does not exist is reported in a sentence, and leaves nothing behind', () => {
    const home = newHome()
    const ran = recount(['record', '--', 'no-such-command'], {home})
    expect(ran).toMatchObject({status: 1, stdout: ''})
    expect(ran.stderr).toBe('Cannot start no-such-command: no such command, or its folder is missing.\n')
    expect(recordedIn(home)).toEqual([])
  })
  test('the first signal is handed on, and the last words of the client are kept', async () => {
    const home = newHome()
    const log = join(temp, 'hang.log')
    const child = startRecount(
      ['record', '--', ...playCommand('2.1.325/parallel', '--mode', 'hang', '--log', log)],
      {home},
    )
    await waitUntil(() => hasRecorded(home, 1000))
    await pause(200)
    child.kill('SIGINT')
    expect(await exitOf(child)).toEqual({code: 130, signal: null})
    expect(onlyRecordedIn(home).bytes.toString()).toContain('error_during_execution')
  })
  test('a client that listens to nothing is ended by the second signal', async () => {
    const home = newHome()
    const child = startRecount(['record', '--', ...playCommand('2.1.325/parallel', '--mode', 'stubborn')], {
      home,
    })
    await waitUntil(() => hasRecorded(home, 1000))
    await pause(200)
    child.kill('SIGTERM')
    // Two that come at once are one.
    await pause(1500)
    expect(child.exitCode ?? child.signalCode).toBeNull()
    child.kill('SIGTERM')
    expect(await exitOf(child)).toEqual({code: null, signal: 'SIGKILL'})
    expect(onlyRecordedIn(home).about).toMatchObject({signal: 'SIGKILL'})
  })
})

describe('in a terminal', () => {
  test('Ctrl-C reaches the client once, its errors are above the running lines, and the terminal is left clean', async () => {
    const home = newHome()
    const words = playCommand('2.1.325/parallel', '--mode', 'hang')
      .map((word) => `"${word}"`)
      .join(' ')
    const window = openPty(`"${process.execPath}" "${program}" record -- ${words}; echo "exit $?"`, {
      columns: 100,
      rows: 30,
      env: {RECOUNT_HOME: home},
    })
    try {
      await window.until(/Running|Read|Bash/)
      await pause(300)
      window.press('\u0003')
      await window.until('exit 130')
      expect(window.lines()).toContain('stand-in: begins')
      expect(window.state()).toEqual(untouchedTerminal)
      expect(onlyRecordedIn(home).bytes.toString()).toContain('"interrupts":1')
    } finally {
      window.close()
    }
  })
})
