import {expect, test} from 'vitest'
import {decodeImage} from './session-routes.ts'

for (const data of ['', 'iVBORw0KGgo=', 'iVBO\nRw0K\r\nGgo', 'aGk', 'a', 'aGk_=b=c', '====', 'ü"<script>'])
  test(`${JSON.stringify(data)} has the bytes that exports give it`, () => {
    const plain = data.replace(/[^A-Za-z0-9+/]/g, '')
    expect(Buffer.from(decodeImage(data))).toEqual(Buffer.from(plain, 'base64'))
  })
