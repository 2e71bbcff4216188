/** How captions look, chosen where one sees it. */
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { captionBackgrounds, captionSizes, useCaptionStyle } from './caption-style.ts'
import classes from './caption-style-fields.module.css'
import { CaptionWords } from './caption-words.tsx'

export function CaptionStyleFields() {
  const [{ size, background }, change] = useCaptionStyle()
  return (
    <>
      <div className={classes.picture}>
        <CaptionWords lines={['This is how captions look.']} />
      </div>
      <ChoiceCards label="Size of captions" choices={captionSizes} value={size} onChange={(value) => change({ size: value })} columns={2} />
      <ChoiceCards
        label="Background of captions"
        choices={captionBackgrounds}
        value={background}
        onChange={(value) => change({ background: value })}
        columns={3}
      />
    </>
  )
}
