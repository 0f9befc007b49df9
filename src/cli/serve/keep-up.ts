import {Worker} from 'node:worker_threads'
import {archiveHome, claudeFolders, recordingsFolder} from '../archive-home.ts'
import {complain} from '../complain.ts'
import type {Host} from '../host.ts'
import type {KeepUpTask} from './keep-up-messages.ts'
import {isKeepUpNews} from './keep-up-messages.ts'

/** What is being written is finished first, unless that takes longer than this. */
const patience = 10_000

/**
 * Takes in what is new as it comes, on a thread of its own: a long session takes a while, and nobody who looks should
 * wait for that. `changed` hears of each time something came. Gives the way to end it.
 */
export function keepUp(host: Host, changed: () => void): () => Promise<void> {
  const workerData: KeepUpTask = {
    archive: archiveHome(host),
    folders: [...claudeFolders(host), recordingsFolder(host)],
  }
  let isOver = false
  const worker = new Worker(new URL('./keep-up-worker.js', import.meta.url), {workerData})
  const trouble = (reason: string): void => {
    if (!isOver) void tellTrouble(host, reason)
  }
  worker.on('message', (news: unknown) => {
    if (!isKeepUpNews(news)) return
    if (news.kind === 'changed') changed()
    else trouble(news.reason)
  })
  worker.on('error', (error) => trouble(error instanceof Error ? error.message : String(error)))
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  return async () => {
    isOver = true
    worker.postMessage('stop')
    const timer = setTimeout(() => void worker.terminate(), patience)
    await ended
    clearTimeout(timer)
  }
}

/** Tells what went wrong with keeping up, which is no reason to show nothing. */
const tellTrouble = (host: Host, reason: string): Promise<void> =>
  complain(host, `Cannot take in what is new: ${reason}`)
