import {fork} from 'node:child_process'
import {fileURLToPath} from 'node:url'
import {ArchiveError} from '../../../archive/archive-error.ts'
import {pluginUrls} from '../../../plugins/load-plugins.ts'
import type {PriceOverrides} from '../../../prices/index.ts'
import type {ArchiveQueries} from '../../../server/archive-queries.ts'
import {HttpError} from '../../../server/security/http-error.ts'
import type {QueryReply, QueryRequest} from './query-process.ts'

/** A process that answers one query at a time. */
export interface QueryProcess {
  ask(request: QueryRequest): void
  /** Ends it, whatever it does. */
  end(): void
}

/** Starts a process; `replied` gets its replies, `ended` is called when it has exited. */
export type StartProcess = (replied: (reply: QueryReply) => void, ended: () => void) => QueryProcess

/** Queries that run outside the server's process, so that none of them delays a page. */
export interface QueryPool extends ArchiveQueries {
  /** How many queries are being answered, how many wait for their turn, and how many processes there are. */
  load(): {readonly running: number; readonly waiting: number; readonly processes: number}
  /** Ends all processes; those that are needed again are started again. */
  close(): void
}

/** What a query pool needs. */
export interface QueryPoolOptions {
  /** The folder of the archive that is shown now. */
  readonly folder: () => string
  readonly overrides?: PriceOverrides | undefined
  readonly start?: StartProcess
  readonly times?: Partial<QueryTimes>
}

/** Milliseconds. */
export interface QueryTimes {
  /** How much longer than its own limit a search may take before its process is killed. */
  readonly reserve: number
  /** How long usage may be counted. */
  readonly usage: number
  /** How long a cancelled query may continue: typing cancels queries all the time, and starting a process takes longer. */
  readonly grace: number
  /** A process that has nothing to do ends after this time. */
  readonly idle: number
}

const defaultTimes: QueryTimes = {reserve: 3000, usage: 30_000, grace: 300, idle: 60_000}

const ownProcess = fileURLToPath(new URL('./query-process.js', import.meta.url))

/** More would not be faster, and would slow the machine down. */
const maxProcesses = 2
const maxWaiting = 32

interface Task {
  readonly request: QueryRequest
  readonly limit: number
  settle(reply: QueryReply | Error): void
}

interface Member {
  readonly process: QueryProcess
  task: Task | undefined
  timer: NodeJS.Timeout | undefined
}

/**
 * Answers queries in separate processes. Threads are not enough: SQLite's package for Node 20 crashes the program if a
 * thread is terminated while it runs, and nothing else interrupts a regular expression or a statement.
 */
export function queryPool({
  folder,
  overrides,
  start = processStarter(ownProcess),
  times,
}: QueryPoolOptions): QueryPool {
  const {reserve, usage, grace, idle} = {...defaultTimes, ...times}
  const members = new Set<Member>()
  const waiting = new Set<Task>()

  const add = (): Member => {
    const member: Member = {
      process: start(
        (reply) => finish(member, reply),
        () => remove(member),
      ),
      task: undefined,
      timer: undefined,
    }
    members.add(member)
    return member
  }
  /** Removes a process; its task fails. */
  const remove = (member: Member, reason: Error = new Error('the search process has ended')): void => {
    if (!members.delete(member)) return
    clearTimeout(member.timer)
    member.process.end()
    member.task?.settle(reason)
    next()
  }
  const finish = (member: Member, reply: QueryReply): void => {
    const {task} = member
    if (!task) return
    clearTimeout(member.timer)
    member.task = undefined
    member.timer = setTimeout(() => remove(member), idle).unref()
    task.settle(reply)
    next()
  }
  const run = (member: Member, task: Task): void => {
    clearTimeout(member.timer)
    member.task = task
    member.timer = setTimeout(() => remove(member, tooLong()), task.limit)
    member.process.ask(task.request)
  }
  const next = (): void => {
    const [task] = waiting
    if (!task) return
    const member = [...members].find((one) => !one.task) ?? (members.size < maxProcesses ? add() : undefined)
    if (!member) return
    waiting.delete(task)
    run(member, task)
  }
  const cancel = (task: Task): void => {
    if (waiting.delete(task)) return
    const member = [...members].find((one) => one.task === task)
    if (!member) return
    clearTimeout(member.timer)
    member.timer = setTimeout(() => remove(member), grace)
  }

  const ask = (request: QueryRequest, limit: number, signal: AbortSignal): Promise<QueryReply> => {
    if (waiting.size >= maxWaiting)
      throw new HttpError(503, 'Too many searches are running. Try again in a moment.', {'retry-after': '5'})
    return new Promise<QueryReply>((resolve, reject) => {
      const task: Task = {
        request,
        limit,
        settle(reply) {
          signal.removeEventListener('abort', leave)
          if (reply instanceof Error) reject(reply)
          else resolve(reply)
        },
      }
      const leave = (): void => {
        cancel(task)
        task.settle(new Error('the request was cancelled'))
      }
      if (signal.aborted) return leave()
      signal.addEventListener('abort', leave)
      waiting.add(task)
      next()
    })
  }

  return {
    async search(query, limits, signal) {
      const request: QueryRequest = {kind: 'search', folder: folder(), overrides, query, limits}
      const reply = await ask(request, limits.patience + reserve, signal)
      if (reply.kind !== 'search') throw errorOf(reply)
      return reply.found
    },
    async usage(question, signal) {
      const reply = await ask({kind: 'usage', folder: folder(), overrides, question}, usage, signal)
      if (reply.kind !== 'usage') throw errorOf(reply)
      return reply.report
    },
    load: () => ({
      running: [...members].filter(({task}) => task).length,
      waiting: waiting.size,
      processes: members.size,
    }),
    close() {
      for (const task of waiting) task.settle(new Error('the server has ended'))
      waiting.clear()
      for (const member of [...members]) remove(member)
    },
  }
}

const tooLong = (): HttpError =>
  new HttpError(503, 'This took too long. Narrow the query: add a word, a field or a shorter period.')

const errorOf = (reply: QueryReply): Error =>
  reply.kind === 'failed' && reply.known
    ? new ArchiveError(reply.reason)
    : new Error(reply.kind === 'failed' ? reply.reason : 'another query was answered')

/** Starts a program file as a process for queries. */
export const processStarter =
  (file: string): StartProcess =>
  (replied, ended) => {
    const child = fork(file, pluginUrls(), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // The server's own flags, such as a debugger's port, are not for this process.
      execArgv: [],
    })
    child.on('message', (reply: unknown) => {
      if (isQueryReply(reply)) replied(reply)
    })
    child.once('exit', ended)
    // It could not be started, or not be reached.
    child.on('error', ended)
    return {
      ask: (request) => void child.send(request, () => {}),
      end: () => void child.kill('SIGKILL'),
    }
  }

/** Only our own processes send these. */
const isQueryReply = (value: unknown): value is QueryReply =>
  typeof value === 'object' && value !== null && 'kind' in value
