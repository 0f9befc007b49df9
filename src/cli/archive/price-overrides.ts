import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {JsonValue} from '../../model/index.ts'
import {type PriceOverrides, readOverrides} from '../../prices/index.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import {archiveHome} from './data-folders.ts'

/** The user's own prices: `prices.json` next to the archive. */
export function priceOverrides(host: Host): PriceOverrides | undefined {
  const path = join(archiveHome(host), 'prices.json')
  if (!existsSync(path)) return undefined
  const overrides = readOverrides(readJson(path))
  if (typeof overrides !== 'string') return overrides
  throw new Failure(`Cannot use ${path}: ${overrides}`, 1)
}

/** The same for commands that work without it: a broken file is reported and ignored. */
export async function usableOverrides(host: Host): Promise<PriceOverrides | undefined> {
  try {
    return priceOverrides(host)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await host.notify(error.message)
    return undefined
  }
}

function readJson(path: string): JsonValue {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Failure(`Cannot use ${path}: ${error instanceof Error ? error.message : error}.`, 1)
  }
}
