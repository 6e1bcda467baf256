export function Footer() {
  return <footer className="shell py-8">Cakewala</footer>
}
