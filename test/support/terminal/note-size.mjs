// Loaded before the program with --import: writes the size of the terminal to the file that RECOUNT_SIZE_NOTE names, once
// the program knows it. This listener is the first, so the program's own run right after it, before it reads any more.
import {writeFileSync} from 'node:fs'

const file = process.env['RECOUNT_SIZE_NOTE']
process.stdout.on('resize', () =>
  writeFileSync(file ?? '', `${process.stdout.columns}x${process.stdout.rows}`),
)
