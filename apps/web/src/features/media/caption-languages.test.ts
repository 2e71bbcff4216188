/** The language of captions is guessed from the name that editors give their files. */
import { expect, test } from 'vitest'
import { captionLanguages, languageOfFile, nameOfLanguage } from './caption-languages.ts'

test.each([
  ['talk.en.vtt', 'en'],
  ['talk.pt-BR.srt', 'pt-BR'],
  ['talk_pt_br.srt', 'pt-BR'],
  ['Week 6 - de.vtt', 'de'],
  ['talk.srt', 'fr'],
  ['talk.xx.srt', 'fr'],
])('%s is %s', (name, language) => expect(languageOfFile(name, 'fr-CA')).toBe(language))

test('each is named in itself', () => {
  expect(nameOfLanguage('pt')).toBe('Português')
  expect(captionLanguages().every(({ label }) => label.length > 1)).toBe(true)
})
