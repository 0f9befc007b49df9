import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {PlanLimit} from '../../archive/usage/spending-plan.ts'
import {asObject, number, text} from '../../model/fields.ts'
import type {JsonValue} from '../../model/index.ts'
import {possibleInstant} from '../../model/instant.ts'
import {replaceFile} from '../../sinks/replace-file.ts'
import type {Host} from '../host.ts'
import {archiveHome} from './data-folders.ts'

/** What a status line has seen of the limits, next to the archive. */
const limitsFile = (host: Host): string => join(archiveHome(host), 'limits.json')

/** Keeps the limits for the usage page. They are nothing that a status line may fail for, or create a folder for. */
export function keepPlanLimits(host: Host, limits: readonly PlanLimit[]): void {
  if (limits.length === 0 || !existsSync(archiveHome(host)) || isKnown(limits, knownPlanLimits(host))) return
  try {
    replaceFile(limitsFile(host), `${JSON.stringify(limits)}\n`)
  } catch {
    // The next status line tries again.
  }
}

/** A status line is printed again and again: the same limits are written once a minute. */
const isKnown = (limits: readonly PlanLimit[], known: readonly PlanLimit[]): boolean =>
  limits.every(({window, usedPercent, resetsAt, seenAt}) =>
    known.some(
      (limit) =>
        limit.window === window &&
        limit.usedPercent === usedPercent &&
        limit.resetsAt === resetsAt &&
        seenAt - limit.seenAt < 60_000,
    ),
  )

/** The limits that a status line has seen last. */
export function knownPlanLimits(host: Host): readonly PlanLimit[] {
  let limits: JsonValue
  try {
    limits = JSON.parse(readFileSync(limitsFile(host), 'utf8'))
  } catch {
    return []
  }
  return (Array.isArray(limits) ? limits : []).flatMap((value: JsonValue) => {
    const limit = asObject(value) ?? {}
    const [window, usedPercent] = [text(limit, 'window'), number(limit, 'usedPercent')]
    const resetsAt = possibleInstant(number(limit, 'resetsAt') ?? 0)
    const seenAt = possibleInstant(number(limit, 'seenAt') ?? 0)
    return window === undefined || usedPercent === undefined || resetsAt === undefined || seenAt === undefined
      ? []
      : [{window, usedPercent, resetsAt, seenAt}]
  })
}
