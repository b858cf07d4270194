// Sent to the browser as it is. The page works without it.
const share = document.querySelector('.share');
function show(name, onClick) {
  const button = share.querySelector(name);
  button.hidden = false;
  button.addEventListener('click', () => void onClick(button));
}

if (share && navigator.share) {
  const { title, link: url } = share.dataset;
  share.querySelector('.share-whatsapp').hidden = true;
  // Rejected when the person closes the list of apps.
  show('.share-system', () => navigator.share({ title, text: title, url }).catch(() => undefined));
} else if (share && navigator.clipboard) {
  show('.share-copy', async ({ dataset: { copied } }) => {
    await navigator.clipboard.writeText(share.dataset.link);
    share.querySelector('.share-done').textContent = copied;
  });
}
