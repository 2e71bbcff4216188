/** Choosing the part of a photo that is shown: moved, brought nearer, seen as others will see it, and used. */
import { ActionIcon, Button, Slider } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { Alert } from '#ui/alert.tsx'
import { type Crop, type CropRect, toCropRect, maxZoom, getCenter, zoomTo } from './crop.ts'
import classes from './images.module.css'
import { CropFrame, CropView } from './crop-frame.tsx'

type Props = {
  /** What was chosen; `size` is that of the picture turned the right way. */
  picture: { file: File; size: { width: number; height: number } }
  onUse: (cut: CropRect) => void
  onClose: () => void
  isPending: boolean
  error: string | undefined
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
const formatZoom = (zoom: number): string => `${Math.round(zoom * 100)} %`

type ZoomProps = { zoom: number; onChange: (zoom: number) => void }

function Zoom({ zoom, onChange }: ZoomProps) {
  return (
    <div className={classes.zoom} role="group" aria-label="Zoom">
      <ActionIcon aria-label="Further away" disabled={zoom <= 1} onClick={() => onChange(zoom - 0.25)}>
        <IconMinus {...icon} />
      </ActionIcon>
      <Slider
        className={classes.slider}
        classNames={{ bar: classes.bar ?? '', thumb: classes.thumb ?? '', track: classes.track ?? '' }}
        thumbLabel="Zoom"
        thumbProps={{ 'aria-valuetext': formatZoom(zoom) }}
        label={null}
        min={1}
        max={maxZoom}
        step={0.05}
        value={zoom}
        onChange={onChange}
      />
      <ActionIcon aria-label="Nearer" disabled={zoom >= maxZoom} onClick={() => onChange(zoom + 0.25)}>
        <IconPlus {...icon} />
      </ActionIcon>
    </div>
  )
}

/** An address of the file for as long as it is shown. */
function useAddress(file: File): string | undefined {
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setSrc(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return src
}

export function CropDialog({ picture: { file, size }, onUse, onClose, isPending, error }: Props) {
  const [crop, setCrop] = useState<Crop>(() => getCenter(size))
  const src = useAddress(file)
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button loading={isPending} onClick={() => onUse(toCropRect(size, crop))}>
        Use photo
      </Button>
    </>
  )
  const previews = src && (
    <div className={classes.previews} aria-hidden>
      {[72, 32].map((side) => (
        <span key={side} className={classes.preview} style={{ width: side, height: side }}>
          <CropView src={src} size={size} crop={crop} />
        </span>
      ))}
    </div>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Place your photo" foot={foot}>
      <p id="crop-help" className={classes.help}>
        Drag the picture or use the arrow keys; plus and minus zoom. A click puts that place in the middle.
      </p>
      <div className={classes.stage}>
        {src && <CropFrame src={src} size={size} crop={crop} onChange={setCrop} />}
        {previews}
      </div>
      <Zoom zoom={crop.zoom} onChange={(zoom) => setCrop((now) => zoomTo(size, now, zoom))} />
      {error && (
        <div className={classes.error}>
          <Alert tone="bad" role="alert" title={error} />
        </div>
      )}
    </Dialog>
  )
}
