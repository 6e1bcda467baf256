import { NameOnCakeField } from '#shop/cakes/icing/name-on-cake-field.tsx'
import { type CartLine, parseEgg } from '#shop/cart/cart-line.ts'
import { customLine } from '#shop/cart/custom-draft.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { FieldOf } from '#ui/forms/plain-form.tsx'
import { Icon, trashIcon } from '#ui/icon.tsx'

interface CustomLinesProps {
  lines: readonly CartLine[]
  /** By the field's name. */
  errors: Record<string, string>
  onChange: (lines: CartLine[]) => void
}

/** Customised cakes as the caller describes them; the baker prices them later. */
export function CustomLines({ lines, errors, onChange }: CustomLinesProps) {
  return (
    <>
      <ol aria-label="Customised cakes" className="grid gap-4 empty:hidden">
        {lines.map((line, index) => (
          <CustomLineFields
            key={line.id}
            line={line}
            errors={errors}
            onChange={(part) => onChange(lines.with(index, { ...line, ...part }))}
            onRemove={() => onChange(lines.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        onClick={() => onChange([...lines, customLine(nothingSaid, Math.random)])}
      >
        Add a customised cake
      </Button>
    </>
  )
}

const nothingSaid = { flavour: '', wt: '1', egg: null, bname: '', detail: '', image: [] }

interface CustomLineProps extends Pick<CustomLinesProps, 'errors'> {
  line: CartLine
  onChange: (part: Partial<CartLine>) => void
  onRemove: () => void
}

function CustomLineFields({ line, errors, onChange, onRemove }: CustomLineProps) {
  const field = (name: 'flavour' | 'wt' | 'detail') => ({
    value: line[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <li className="grid gap-3 border-t border-line pt-3">
      <div className="flex items-center gap-x-4">
        <span className="mr-auto font-semibold">{line.name}</span>
        <IconButton label={`Remove ${line.name}`} onClick={onRemove}>
          <Icon path={trashIcon} size={19} />
        </IconButton>
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        <TextField label="Flavour" {...field('flavour')} autoFocus />
        <TextField label="Weight (kg)" inputMode="decimal" {...field('wt')} />
        <FieldOf
          label="Egg or eggless"
          value={line.egg ?? ''}
          options={[
            ['', 'Not said'],
            ['Egg', 'Egg'],
            ['Eggless', 'Eggless'],
          ]}
          onChange={({ target }) => onChange({ egg: parseEgg(target.value) })}
        />
      </div>
      <NameOnCakeField
        label="Name on the cake"
        {...line}
        hasDetailField
        error={errors.bname}
        onChange={onChange}
      />
      <TextAreaField
        label="Additional Details"
        rows={3}
        {...field('detail')}
        error={errors.detail ?? errors.image}
      />
    </li>
  )
}
