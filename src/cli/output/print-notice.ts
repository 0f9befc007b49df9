import type {Host} from '../host.ts'
import {printable} from './printable.ts'

/** Says a sentence on standard error. Where even that cannot be written, there is nobody left to tell. */
export async function printNotice(host: Host, sentence: string): Promise<void> {
  await host.err.write(`${printable(sentence)}\n`).catch(() => {})
}
