import {openArchiveFolder, openArchiveToRead} from '../../src/archive/open-archive.ts'
import {describeArchive} from './conformance/describe-archive.ts'

describeArchive('sqlite', {
  open: (folder) => openArchiveFolder(folder, () => 1),
  openToRead: openArchiveToRead,
})
