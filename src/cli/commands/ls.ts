import {resolve} from 'node:path'
import type {Run} from '../command.ts'
import {moment} from '../moment.ts'
import {priceOverrides} from '../price-overrides.ts'
import {jsonLine} from '../printable.ts'
import {sessionsText} from '../sessions-table.ts'
import {wholeNumber} from '../whole-number.ts'
import {bringUpToDate, withArchive} from '../with-archive.ts'

const sorts = ['cost', 'time', 'size'] as const

/** `recount ls`: the sessions that were kept. */
export const ls: Run = (host, given) =>
  withArchive(host, async (archive) => {
    await bringUpToDate(host, archive)
    const now = host.now()
    const project = given.values.get('project')
    const isFolder = project !== undefined && /^\.{1,2}(?:[\\/]|$)/.test(project)
    const sessions = await archive.sessions({
      ...(isFolder ? {folder: resolve(host.cwd, project)} : {project}),
      branch: given.values.get('branch'),
      model: given.values.get('model'),
      tool: given.values.get('tool'),
      after: moment(host, given, 'after'),
      before: moment(host, given, 'before'),
      live: given.switches.has('live') || undefined,
      sort: sorts.find((sort) => sort === given.values.get('sort')),
      limit: wholeNumber(given, 'limit', {least: 1, most: 1_000_000}),
      now,
      overrides: priceOverrides(host),
    })
    if (given.switches.has('json')) {
      for (const session of sessions) await host.out.write(jsonLine(session))
    } else await host.painted.write(sessionsText(sessions, {color: host.color, width: host.width, now}))
  })
