import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {SpendingPlan} from '../../archive/usage/spending-plan.ts'
import {asDollars, asObject, asText} from '../../model/fields.ts'
import {isJsonObject, type JsonObject, type JsonValue} from '../../model/index.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import {archiveHome} from './data-folders.ts'

/** The user's budget and subscription: `config.json` next to the archive. */
export function spendingPlan(host: Host): SpendingPlan {
  const path = join(archiveHome(host), 'config.json')
  if (!existsSync(path)) return {}
  const plan = readSpendingPlan(readConfig(path))
  if (typeof plan !== 'string') return plan
  throw new Failure(`Cannot use ${path}: ${plan}`, 1)
}

function readConfig(path: string): JsonValue {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Failure(`Cannot use ${path}: ${error instanceof Error ? error.message : error}.`, 1)
  }
}

/**
 * Reads a configuration: `monthlyBudgetUsd`, and `plan` with a `name` and `monthlyUsd`. Other fields are left to those who
 * know them. Returns a sentence if something is wrong.
 */
export function readSpendingPlan(config: JsonValue): SpendingPlan | string {
  if (!isJsonObject(config)) return 'It must be an object.'
  const budget = dollarsIn(config, 'monthlyBudgetUsd')
  if (typeof budget === 'string') return budget
  const plan = config['plan'] ?? null
  if (plan === null) return {budgetMicros: budget}
  const given = asObject(plan)
  const monthlyMicros = given && dollarsIn(given, 'monthlyUsd')
  if (given === undefined || typeof monthlyMicros !== 'number')
    return '`plan` must be an object with `monthlyUsd`, a number above 0, and `name`.'
  return {budgetMicros: budget, subscription: {name: asText(given['name']) ?? 'Plan', monthlyMicros}}
}

/** A field as micro-dollars, if it is there. */
function dollarsIn(config: JsonObject, field: string): number | string | undefined {
  const value = config[field]
  if (value === undefined || value === null) return undefined
  const dollars = asDollars(value)
  return dollars ? Math.round(dollars * 1_000_000) : `\`${field}\` must be a number above 0.`
}
