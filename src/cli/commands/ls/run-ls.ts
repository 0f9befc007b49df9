import {resolve} from 'node:path'
import {toSessionJson} from '../../../json/index.ts'
import {priceOverrides} from '../../archive/price-overrides.ts'
import {updateArchive, withArchive} from '../../archive/with-archive.ts'
import type {RunCommand} from '../../arguments/command.ts'
import {timeOption} from '../../arguments/time-option.ts'
import {wholeNumber} from '../../arguments/whole-number.ts'
import {jsonLine} from '../../output/printable.ts'
import {renderSessions} from '../../sessions/render-sessions.ts'

const sorts = ['cost', 'time', 'size'] as const

/** `recount ls`: lists archived sessions. */
export const runLs: RunCommand = (host, given) =>
  withArchive(host, async (archive) => {
    await updateArchive(host, archive)
    const now = host.now()
    const project = given.values.get('project')
    const isFolder = project !== undefined && /^\.{1,2}(?:[\\/]|$)/.test(project)
    const sessions = await archive.sessions({
      ...(isFolder ? {folder: resolve(host.cwd, project)} : {project}),
      branch: given.values.get('branch'),
      model: given.values.get('model'),
      tool: given.values.get('tool'),
      after: timeOption(host, given, 'after').start,
      before: timeOption(host, given, 'before').start,
      live: given.switches.has('live') || undefined,
      starred: given.switches.has('starred') || undefined,
      tag: given.values.get('tag'),
      hidden: given.switches.has('hidden'),
      sort: sorts.find((sort) => sort === given.values.get('sort')),
      limit: wholeNumber(given, 'limit', {min: 1, max: 1_000_000}),
      now,
      overrides: priceOverrides(host),
    })
    if (given.switches.has('json')) {
      for (const session of sessions) await host.out.write(jsonLine(toSessionJson(session)))
    } else await host.painted.write(renderSessions(sessions, {color: host.color, width: host.width, now}))
  })
