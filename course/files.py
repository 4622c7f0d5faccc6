"""The models of lessons by name: checkpoints such as "eng-fra/luong-dot", and classifiers.

The names of the classifiers begin with "readers/".
"""

from pathlib import Path

from alignoscope.decoding.usable import load_usable, load_usable_classifier
from alignoscope.models import checkpoint
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.classifiers import file as classifiers
from alignoscope.models.classifiers.file import TrainedClassifier

FOLDER = "readers"  # of `checkpoints`
Model = Checkpoint | TrainedClassifier


def model_path(folder: Path, name: str) -> Path:
    """Return the path of a model in a folder of checkpoints.

    Raises:
        ValueError: if it is not there.
    """
    suffix = classifiers.SUFFIX if name.startswith(f"{FOLDER}/") else checkpoint.SUFFIX
    path = folder / f"{name}{suffix}"
    if not path.is_file():
        raise ValueError(f"This screen needs the model {name}, which is not here.")
    return path


def load_model(path: Path) -> Model:
    """Load a checkpoint or a classifier.

    Raises:
        ValueError: if it cannot be used.
    """
    return load_usable_classifier(path) if path.suffix == classifiers.SUFFIX else load_usable(path)
