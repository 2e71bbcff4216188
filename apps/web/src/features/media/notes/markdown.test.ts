import { describe, expect, it } from 'vitest'
import { parseBlocks } from './markdown.ts'

describe('the Markdown of notes', () => {
  it.each([
    ['plain words', [{ kind: 'text', parts: ['plain words'] }]],
    ['a < b & <script>', [{ kind: 'text', parts: ['a < b & <script>'] }]],
    [
      'one\ntwo\n\nthree',
      [
        { kind: 'text', parts: ['one\ntwo'] },
        { kind: 'text', parts: ['three'] },
      ],
    ],
    ['**bold** and `x * y`', [{ kind: 'text', parts: [{ kind: 'strong', text: 'bold' }, ' and ', { kind: 'code', text: 'x * y' }] }]],
    ['[office](https://stat.example/a)', [{ kind: 'text', parts: [{ kind: 'link', text: 'office', href: 'https://stat.example/a' }] }]],
    ['[old](http://stat.example/a)', [{ kind: 'text', parts: [{ kind: 'link', text: 'old', href: 'http://stat.example/a' }] }]],
    ['[no](https://user:pw@evil.example)', [{ kind: 'text', parts: ['[no](https://user:pw@evil.example)'] }]],
    ['see https://127.0.0.1/x', [{ kind: 'text', parts: ['see ', 'https://127.0.0.1/x'] }]],
    ['[no](javascript:alert(1))', [{ kind: 'text', parts: ['[no](javascript:alert(1))'] }]],
    [
      'see https://a.example/x.',
      [{ kind: 'text', parts: ['see ', { kind: 'link', text: 'https://a.example/x', href: 'https://a.example/x' }, '.'] }],
    ],
    ['> said\n> so', [{ kind: 'quote', parts: ['said\nso'] }]],
    ['- one\n- two', [{ kind: 'list', items: [['one'], ['two']] }]],
    [
      'before\n```\n**raw**\n\nx\n```\nafter',
      [
        { kind: 'text', parts: ['before'] },
        { kind: 'pre', text: '**raw**\n\nx' },
        { kind: 'text', parts: ['after'] },
      ],
    ],
  ])('reads %j', (content, blocks) => {
    expect(parseBlocks(content)).toEqual(blocks)
  })
})
