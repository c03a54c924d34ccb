// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "partie.begin": { one: "On joue une manche.", other: "On joue {count} manches." },
  "partie.begin_back": "Retour",
  "partie.begin_end": "Arrêter",
  "partie.begin_play": "Jouer",
  "partie.continue": "Continuer une partie",
  "partie.continue_text": "Saisissez la clé de la partie interrompue. Majuscules et tirets n’importent pas.",
  "partie.copied": "Copiée.",
  "partie.copy": "Copier la clé",
  "partie.elsewhere": "Avec une clé",
  "partie.here": "Continuez sur cet appareil depuis « Vos tables » sur la page d’accueil, ou sur un autre avec la clé.",
  "partie.interrupt": "Interrompre la partie",
  "partie.interrupted": "Partie interrompue",
  "partie.kept": { one: "Si elle n’est pas reprise, la partie est effacée demain, {day}.", other: "Si elle n’est pas reprise, la partie est effacée dans {count} jours, le {day}." },
  "partie.kept_finished": "Cette page est conservée jusqu’au {day}, ou plus longtemps si un joueur a un compte.",
  "partie.kept_today": "Si elle n’est pas reprise, la partie est effacée aujourd’hui.",
  "partie.key": "Clé",
  "partie.key_text": "Avec cette clé, vous pouvez continuer la partie sur n’importe quel appareil : scannez le code, ou choisissez « Continuer avec une clé » sur la page d’accueil. Toute personne qui a la clé peut jouer à votre place.",
  "partie.key_title": "Clé de la partie",
  "partie.mine": "Commencées sur cet appareil",
  "partie.moves": "Vous jouez alors les places de cette clé sur cet appareil. L’autre appareil ferme la partie ; la même clé l’y ramène.",
  "partie.play_on": "Continuer à jouer",
  "partie.qr": "QR code pour continuer sur un autre appareil",
  "partie.saved": "La partie est interrompue. Tout est enregistré, même au milieu d’un tour.",
  "partie.show_key": "Afficher la clé",
};
