import type { FormEvent, ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { NeedsScript } from '#ui/hydration.tsx'

interface AccountFormProps {
  title: string
  /** A sentence under the title. */
  intro?: ReactNode
  /** The words on its button. */
  submit: string
  form: {
    onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>
    busy: boolean
    ready: boolean
  }
  children: ReactNode
  /** Where else to go from here. */
  foot?: ReactNode
}

/** A page that is one form on a card: register, login, forgotten and new password. */
export function AccountForm({ title, intro, submit, form, children, foot }: AccountFormProps) {
  return (
    <AccountCard title={title} intro={intro} foot={foot}>
      {/* The method keeps what is typed out of the address, should the browser ever send the form itself. */}
      <form noValidate method="post" onSubmit={form.onSubmit} className="grid gap-5">
        {children}
        <Button type="submit" size="large" wide busy={form.busy} disabled={!form.ready}>
          {submit}
        </Button>
        <NeedsScript>This form needs JavaScript. You can also order by phone.</NeedsScript>
      </form>
    </AccountCard>
  )
}

type AccountCardProps = Pick<AccountFormProps, 'title' | 'intro' | 'foot' | 'children'>

export function AccountCard({ title, intro, foot, children }: AccountCardProps) {
  return (
    <div className="shell py-10 md:py-16">
      <section className="card mx-auto grid w-full max-w-md gap-6 p-6 sm:p-10">
        <header className="grid gap-2">
          <h1 className="text-3xl">{title}</h1>
          {intro && <p className="text-cocoa-soft">{intro}</p>}
        </header>
        {children}
        {foot && <footer className="grid justify-items-center text-sm">{foot}</footer>}
      </section>
    </div>
  )
}
