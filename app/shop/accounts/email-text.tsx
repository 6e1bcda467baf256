/** An e-mail that breaks before its @ where a column is narrow. */
export function EmailText({ email }: { email: string }) {
  const [local, domain] = email.split('@')
  return (
    <span className="break-words">
      {local}
      <wbr />@{domain}
    </span>
  )
}
