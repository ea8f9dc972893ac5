# SPDX-License-Identifier: GPL-2.0-only
"""Makes a link of each name of a document, such as helper.rst, in running text.

The documents are also read as they are, where a name says more than markup. A name that
is no document is a warning, so the build fails.
"""

import re

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms import SphinxTransform

NAME = re.compile(r"(?<![\w/.-])([a-z0-9-]+)\.rst\b")
# (Not Documentation/crypto/userspace-if.rst, which is the kernel's.) Where a link cannot be, or would be in the way.
NOT_IN = (nodes.literal, nodes.literal_block, nodes.reference, nodes.title, nodes.comment, pending_xref)


class LinksByName(SphinxTransform):
    default_priority = 100

    def apply(self):
        for text in list(self.document.findall(nodes.Text)):
            if not self.within(text, NOT_IN) and NAME.search(text):
                text.parent.replace(text, self.with_links(str(text)))

    @staticmethod
    def within(node, kinds):
        while node is not None:
            if isinstance(node, kinds):
                return True
            node = node.parent
        return False

    def with_links(self, text):
        parts, end = [], 0
        for match in NAME.finditer(text):
            parts += [nodes.Text(text[end:match.start()]), self.link(match.group(1))]
            end = match.end()
        return parts + [nodes.Text(text[end:])]

    def link(self, name):
        link = pending_xref("", nodes.inline("", name + ".rst"), refdomain="std", reftype="doc",
                            refdoc=self.env.docname, reftarget="/" + name, refexplicit=True, refwarn=True)
        link.source = self.document["source"]
        return link


def setup(app):
    app.add_transform(LinksByName)
    return {"parallel_read_safe": True}
