import {expect, test} from 'vitest'
import {isLoopback, privateAddress} from './loopback.ts'

test.each(['localhost', '127.0.0.1', '127.0.0.2', '127.255.255.255', '::1', '[::1]'])(
  '%s is this machine',
  (host) => {
    expect(isLoopback(host)).toBe(true)
  },
)

test.each([
  'localhost.evil.example',
  'localhostevil.example',
  'evil-localhost',
  'localhost.',
  '.localhost',
  'a.localhost',
  'localhost:80',
  'localhost\n',
  '127.evil.example',
  '127.0.0.1.nip.io',
  '127.0.0.1.evil.example',
  '127.0.0.256',
  '127.0.0.999',
  '127.0.0',
  '1127.0.0.1',
  '128.0.0.1',
  '0.0.0.0',
  '::',
  '[::1].evil.example',
  '::ffff:127.0.0.1',
  '',
])('%j is another machine', (host) => {
  expect(isLoopback(host)).toBe(false)
})

test.each([
  ['http://localhost/a', 'http://localhost/a'],
  ['http://LOCALHOST:80/a', 'http://localhost/a'],
  ['http://127.0.0.1:4680/a?b', 'http://127.0.0.1:4680/a?b'],
  ['http://[::1]:1/', 'http://[::1]:1/'],
  ['http://[0:0:0:0:0:0:0:1]/', 'http://[::1]/'],
  // The parser normalizes every form of an IPv4 address.
  ['http://2130706433/', 'http://127.0.0.1/'],
  ['http://0177.0.0.1/', 'http://127.0.0.1/'],
  ['http://0x7f.1/', 'http://127.0.0.1/'],
  ['http://127.0.0.1\\@evil.example/', 'http://127.0.0.1/@evil.example/'],
  ['https://hooks.slack.com/services/x', 'https://hooks.slack.com/services/x'],
])('%s is private', (text, address) => {
  expect(privateAddress(text)).toBe(address)
})

test.each([
  'http://localhost.evil.example/',
  'http://localhost.evil.example:80/',
  'http://localhost@evil.example/',
  'http://localhost:80@evil.example/',
  'http://127.0.0.1@evil.example/',
  'http://127.0.0.1.nip.io/',
  'http://127.evil.example/',
  'http://127.0.0.1%2eevil.example/',
  'http://evil.example#@localhost/',
  'http://evil.example/?localhost',
  'http://evil.example\\@localhost/',
  'http://localhost./',
  'http://3232235777/',
  'http://[::1].evil.example/',
  'http://[::ffff:127.0.0.1]/',
  'http://0/',
  'ftp://localhost/',
  'file:///etc/passwd',
  'localhost',
  '//localhost/',
  '',
])('%s is not', (text) => {
  expect(privateAddress(text)).toBeUndefined()
})
