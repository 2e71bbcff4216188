/** Caption files: WebVTT is unchanged, SRT becomes WebVTT, errors name the line, and the language is guessed from the file name. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCaptionFile, captionLanguages, languageOfFile, nameOfLanguage } from './caption-file.ts'
import { readCues } from './cues.ts'

const read = (text: string) => readCaptionFile(new TextEncoder().encode(text))

const vtt = `WEBVTT - Cleaning
Kind: captions

NOTE by hand

STYLE
::cue { color: red }

intro
00:04.000 --> 00:06.500 align:start
<v Inês>So before you touch

1:00:01.000 --> 1:00:02.000
Name it.
`

test('WebVTT is unchanged', () => expect(read(vtt)).toEqual({ vtt, count: 2 }))

test('SRT becomes WebVTT', () => {
  const srt =
    '1\r\n00:00:04,000 --> 00:00:06,5 X1:40 X2:600\r\n<i>Old</i> & <font color="red">new</font>\r\n{\\an8}1 < 2 --> 3\r\n\r\n2\r\n00:00:07.250 --> 01:00:09.000\r\nEnd\r\n'
  expect(read(srt)).toEqual({
    count: 2,
    vtt: 'WEBVTT\n\n00:00:04.000 --> 00:00:06.500\n<i>Old</i> &amp; new\n1 &lt; 2 → 3\n\n00:00:07.250 --> 01:00:09.000\nEnd\n',
  })
})

test('SRT cues are sorted', () => {
  const file = read('2\n00:00:09,000 --> 00:00:10,000\nB\n\n1\n00:00:01,000 --> 00:00:02,000\nA\n')
  expect('vtt' in file && readCues(file.vtt).map(({ text }) => text)).toEqual(['A', 'B'])
})

test.each([
  ['WEBVTT\n\n00:04.000 --> 00:06.500\nFine\n\nno time here\n', 'Line 6: “no time here” is where the times of a caption belong'],
  ['WEBVTT\n\n00:04.000 -> 00:06.500\nx\n', 'Line 3: “00:04.000 -> 00:06.500” is where the times of a caption belong'],
  ['WEBVTT\n\n00:04.000 --> later\nx\n', 'Line 3: “later” is no time such as 00:01:02.500'],
  ['WEBVTT\n\n00:99.000 --> 01:00.000\nx\n', 'Line 3: “00:99.000” is no time such as 00:01:02.500'],
  ['WEBVTT\n\nid\n00:06.000 --> 00:05.000\nx\n', 'Line 4: the caption ends before it begins'],
  ['WEBVTT\n00:04.000 --> 00:06.500\nx\n', 'Line 2: an empty line belongs before the first caption'],
  ['WEBVTT\n\n00:04.000 --> 00:06.500\nx\n00:07.000 --> 00:08.000\ny\n', 'Line 5: an empty line belongs before the next caption'],
  ['1\n00:00:04,000 --> 00:00:06,500\nx\n2\n00:00:07,000 --> 00:00:08,000\ny\n', 'Line 5: an empty line belongs before the next caption'],
  ['1\n00:00:04,000 --> 00:00:06,500\nx\n\nlost words\n', 'Line 5: “lost words” is where the times of a caption belong'],
  ['<html>\n', 'Line 1: a caption file begins with WEBVTT, or with the number and the times of its first caption'],
  ['', 'Line 1: a caption file begins with WEBVTT, or with the number and the times of its first caption'],
  ['WEBVTT\n', 'There is no caption in the file'],
  ['WEBVTT\n\n00:01.000 --> 00:02.000\na\u0000b', 'The file is not a text file'],
  ['x'.repeat(1024 ** 2 + 1), 'The file is larger than 1 MB'],
])('%j', (text, error) => expect(read(text)).toEqual({ error }))

test('every encoding becomes UTF-8', () => {
  const srt = '1\n00:00:04,000 --> 00:00:06,000\nInês\n'
  const latin = Uint8Array.from([...srt].map((letter) => letter.charCodeAt(0)))
  const utf16 = new Uint8Array([0xff, 0xfe, ...[...srt].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8])])
  for (const bytes of [latin, utf16, new TextEncoder().encode(`\uFEFF${srt}`)])
    expect(readCaptionFile(bytes)).toMatchObject({ vtt: expect.stringContaining('Inês') as string })
})

test('no file makes it throw, and its output can be read again', () => {
  /* oxfmt-ignore */
  const piece = fc.constantFrom(
    'WEBVTT', '\n', '\n\n', '1', '00:00:01,000', ' --> ', '00:02.500', '-->', 'NOTE', '<b>', 'words', '\r', '{\\an8}', '&',
  )
  const isSound = (text: string): boolean => {
    const file = read(text)
    return 'error' in file ? file.error !== '' : 'vtt' in read(file.vtt)
  }
  expect(() =>
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => isSound(pieces.join(''))),
      { numRuns: 2000 },
    ),
  ).not.toThrow()
})

test.each([
  ['talk.en.vtt', 'en'],
  ['talk.pt-BR.srt', 'pt-BR'],
  ['talk_pt_br.srt', 'pt-BR'],
  ['Week 6 - de.vtt', 'de'],
  ['talk.srt', 'fr'],
  ['talk.xx.srt', 'fr'],
])('%s is %s', (name, language) => expect(languageOfFile(name, 'fr-CA')).toBe(language))

test('each language is named in that language', () => {
  expect(nameOfLanguage('pt')).toBe('Português')
  expect(captionLanguages().every(({ label }) => label.length > 1)).toBe(true)
})
