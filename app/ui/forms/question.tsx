import type { ComponentProps } from 'react'
import { Button } from '#ui/button.tsx'

interface QuestionProps {
  text: string
  /** What a press does, by its label. */
  answers: Record<string, ComponentProps<'button'>['onClick']>
}

/** Asks beside a field about what was typed there. */
export function Question({ text, answers }: QuestionProps) {
  return (
    <div className="flex flex-wrap gap-2 rounded-field bg-blush p-4 text-sm">
      <p className="w-full">{text}</p>
      {Object.entries(answers).map(([label, onPress]) => (
        <Button key={label} variant="secondary" size="small" onClick={onPress}>
          {label}
        </Button>
      ))}
    </div>
  )
}
