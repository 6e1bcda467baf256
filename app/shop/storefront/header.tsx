import { Link } from 'react-router'

export function Header() {
  return (
    <header className="shell">
      <Link to="/">Cakewala</Link>
    </header>
  )
}
