import {expect, test} from 'vitest'
import {openFile} from './driver.ts'

test('whatever is run after something was deleted from a search index tells how much it changed', () => {
  const database = openFile(':memory:', {})
  database.exec(`create virtual table said using fts5(text, content = '', contentless_delete = 1)`)
  const add = database.prepare('insert into said (rowid, text) values (?, ?)')
  const remove = database.prepare('delete from said where rowid = ?')
  for (let row = 0; row < 10; row++) add.run(row, `word ${row}`)
  // Node 26 threw from the second on.
  for (let row = 0; row < 5; row++) expect(Number(remove.run(row).changes)).toBe(1)
  const found = database.prepare(`select count(*) as count from said where said match 'word'`)
  expect(found.get()?.['count']).toBe(5)
  database.close()
})
